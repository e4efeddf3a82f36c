//! What a board takes from the application around it: words, settings, sound, and speech for screen readers. Without an
//! environment a board is silent and shows message keys.
import { getContext, setContext } from 'svelte';

import type { Color, Role } from '../lib/rules';
import type en from '../messages/en.json';

/** The keys of the texts of a board. */
export type BoardText = Extract<keyof typeof en, `board.${string}` | `levels.${string}`>;

export type BoardSound = 'move' | 'capture' | 'push' | 'pull' | 'energy' | 'promotion' | 'check' | 'refusal';

export interface BoardSettings {
  input: 'both' | 'drag' | 'click';
  coordinates: 'inside' | 'outside' | 'none';
  /** Previews a touch move and plays it at a second touch. */
  confirm: boolean;
  screenReader: boolean;
}

export interface BoardEnvironment {
  /** The text of a key, its slots filled. */
  readonly t: (key: BoardText, slots?: Record<string, string | number>) => string;
  readonly formatNumber: (value: number) => string;
  readonly settings: Readonly<BoardSettings>;
  /** How long an animated step takes, in milliseconds; 0 if nothing is to move. */
  readonly stepMs: () => number;
  /** The address of the drawing of a piece. */
  readonly pieceAddress: (color: Color, role: Role) => string;
  readonly sound: (kind: BoardSound) => void;
  /** Says a text to screen readers. */
  readonly announce: (text: string, urgency?: 'polite' | 'assertive') => void;
  /** Lists keys for as long as the calling component is there. */
  readonly listShortcuts: (
    group: () => { title: string; shortcuts: { keys: string[]; text: string }[] },
  ) => void;
}

const ALONE: BoardEnvironment = {
  t: (key) => key,
  formatNumber: String,
  settings: { input: 'both', coordinates: 'inside', confirm: false, screenReader: false },
  stepMs: () => 300,
  pieceAddress: (color, role) => `/pieces/${color}-${role}.svg`,
  sound: () => undefined,
  announce: () => undefined,
  listShortcuts: () => undefined,
};

const KEY = Symbol('board');

/** Gives an environment to the boards in the calling component. Only `settings` and what the functions return may change. */
export function provideBoardEnvironment(given: Partial<BoardEnvironment>): void {
  setContext(KEY, { ...ALONE, ...given });
}

/** The environment of the board that the calling component is part of. */
export const boardEnvironment = (): BoardEnvironment =>
  getContext<BoardEnvironment | undefined>(KEY) ?? ALONE;
