//! The visitor's settings, stored in the browser.
import { readStored, store } from './storage';

const CHOICES = {
  theme: ['system', 'light', 'dark'],
  pieces: ['faraday', 'cburnett'],
  board: ['slate', 'copper', 'moss', 'ink'],
  animation: ['none', 'fast', 'normal', 'slow'],
  input: ['both', 'drag', 'click'],
  coordinates: ['inside', 'outside', 'none'],
  /** The behavior of the board when two people share a screen. */
  sharing: ['still', 'turning', 'facing'],
  arrangement: ['auto', 'flat', 'stacked', 'scene'],
  /** When to mark a king that can be captured on the next move. */
  danger: ['learning', 'always', 'never'],
} as const;

/** The range of board sizes, in percent of the available space. */
export const BOARD_SIZE = { least: 50, most: 100 } as const;

type Choices = typeof CHOICES;

export type Settings = { -readonly [Name in keyof Choices]: Choices[Name][number] } & {
  /** One of the translations, or the browser's language. */
  language: string;
  /** Loudness from 0 to 1. */
  volume: number;
  muted: boolean;
  /** The size of a resizable board, in percent of the available space. */
  boardSize: number;
  evaluationBar: boolean;
  /** True if a first touch previews a move and a second one plays it. */
  confirm: boolean;
  /** True if a move in a correspondence game is sent only after a confirmation. */
  confirmDays: boolean;
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
  confirmDays: true,
  screenReader: false,
};

/** The duration of an animated step, in milliseconds. */
export const ANIMATION_MS: Record<Settings['animation'], number> = {
  none: 0,
  fast: 150,
  normal: 300,
  slow: 600,
};

/** Returns the options of a setting. */
export const choicesOf = <Name extends keyof Choices>(name: Name): Choices[Name] => CHOICES[name];

/** Parses stored settings. Missing or invalid ones get their default. */
export function readSettings(value: unknown): Settings {
  const settings: Settings = { ...DEFAULTS };
  if (typeof value !== 'object' || value === null) return settings;
  const given = value as Record<string, unknown>;
  for (const [name, choices] of Object.entries(CHOICES)) {
    if ((choices as readonly unknown[]).includes(given[name]))
      Object.assign(settings, { [name]: given[name] });
  }
  for (const name of ['muted', 'evaluationBar', 'confirm', 'confirmDays', 'screenReader'] as const) {
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

/** The current settings. Assign to a property to change it; every change is stored. */
export const settings: Settings = $state(readStored('settings', readSettings) ?? { ...DEFAULTS });

export function resetSettings(): void {
  Object.assign(settings, DEFAULTS);
}

/** Stores the settings whenever they change. Called once, by the shell. */
export function keepSettings(): void {
  let first = true;
  $effect(() => {
    const chosen = $state.snapshot(settings);
    if (!first) store('settings', chosen);
    first = false;
  });
}
