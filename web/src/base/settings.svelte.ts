//! What the visitor has chosen.
import { readStored, store } from './storage';

const CHOICES = {
  theme: ['system', 'light', 'dark'],
  pieces: ['faraday', 'cburnett'],
  board: ['slate', 'copper', 'moss', 'ink'],
  animation: ['none', 'fast', 'normal', 'slow'],
  input: ['both', 'drag', 'click'],
  coordinates: ['inside', 'outside', 'none'],
  /** What the board does for two people at one screen. */
  sharing: ['still', 'turning', 'facing'],
  arrangement: ['auto', 'flat', 'stacked', 'scene'],
  /** When a king that can be captured on the next move is marked. */
  danger: ['learning', 'always', 'never'],
} as const;

/** How large a board can be, in percent of its room. */
export const BOARD_SIZE = { least: 50, most: 100 } as const;

type Choices = typeof CHOICES;

export type Settings = { -readonly [Name in keyof Choices]: Choices[Name][number] } & {
  /** A language of the message files, or the browser's. */
  language: string;
  /** Loudness from 0 to 1. */
  volume: number;
  muted: boolean;
  /** How large a board is where it can be resized, in percent of its room. */
  boardSize: number;
  evaluationBar: boolean;
  /** Whether a move by finger is shown first, and played when it is touched again. */
  confirm: boolean;
  screenReader: boolean;
};

const DEFAULTS: Settings = {
  theme: 'system',
  language: 'system',
  pieces: 'faraday',
  board: 'slate',
  animation: 'normal',
  input: 'both',
  coordinates: 'inside',
  sharing: 'still',
  arrangement: 'auto',
  danger: 'learning',
  volume: 0.6,
  muted: false,
  boardSize: BOARD_SIZE.most,
  evaluationBar: false,
  confirm: false,
  screenReader: false,
};

/** How long an animated step takes, in milliseconds. */
export const ANIMATION_MS: Record<Settings['animation'], number> = {
  none: 0,
  fast: 150,
  normal: 300,
  slow: 600,
};

/** The choices that a setting offers. */
export const choicesOf = <Name extends keyof Choices>(name: Name): Choices[Name] => CHOICES[name];

/** The settings in a stored value; what is missing or wrong there is as it is by default. */
export function readSettings(value: unknown): Settings {
  const settings: Settings = { ...DEFAULTS };
  if (typeof value !== 'object' || value === null) return settings;
  const given = value as Record<string, unknown>;
  for (const [name, choices] of Object.entries(CHOICES)) {
    if ((choices as readonly unknown[]).includes(given[name]))
      Object.assign(settings, { [name]: given[name] });
  }
  for (const name of ['muted', 'evaluationBar', 'confirm', 'screenReader'] as const) {
    const flag = given[name];
    if (typeof flag === 'boolean') settings[name] = flag;
  }
  if (typeof given['language'] === 'string') settings.language = given['language'];
  const volume = given['volume'];
  if (typeof volume === 'number' && volume >= 0 && volume <= 1) settings.volume = volume;
  const size = given['boardSize'];
  if (Number.isInteger(size) && (size as number) >= BOARD_SIZE.least && (size as number) <= BOARD_SIZE.most)
    settings.boardSize = size as number;
  return settings;
}

/** The settings in force. Assign to change them; every change is stored. */
export const settings: Settings = $state(readStored('settings', readSettings) ?? { ...DEFAULTS });

/** As they are by default. */
export function resetSettings(): void {
  Object.assign(settings, DEFAULTS);
}

/** Keeps the store in step with the settings. Called once, by the shell. */
export function keepSettings(): void {
  let first = true;
  $effect(() => {
    const chosen = $state.snapshot(settings);
    if (!first) store('settings', chosen);
    first = false;
  });
}
