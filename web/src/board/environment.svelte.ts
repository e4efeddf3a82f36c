//! Dependencies of a board that the application provides: texts, settings, sound, and announcements. Without them, a
//! board is silent and shows message keys.
import { getContext, setContext } from 'svelte';

import type { Color, Role } from '../lib/rules';
import type en from '../messages/en.json';

/** The message keys of a board. */
export type BoardText = Extract<keyof typeof en, `board.${string}` | `levels.${string}`>;

export type BoardSound = 'move' | 'capture' | 'push' | 'pull' | 'energy' | 'promotion' | 'check' | 'refusal';

export interface BoardSettings {
  input: 'both' | 'drag' | 'click';
  coordinates: 'inside' | 'outside' | 'none';
  /** True if a first touch previews a move and a second one plays it. */
  confirm: boolean;
  screenReader: boolean;
}

export interface BoardEnvironment {
  /** Returns the text of a key, with its slots filled. */
  readonly t: (key: BoardText, slots?: Record<string, string | number>) => string;
  readonly formatNumber: (value: number) => string;
  readonly settings: Readonly<BoardSettings>;
  /** Returns the duration of an animated step in milliseconds; 0 disables animation. */
  readonly stepMs: () => number;
  /** Returns the address of a piece image. */
  readonly pieceAddress: (color: Color, role: Role) => string;
  readonly sound: (kind: BoardSound) => void;
  /** Announces a text to screen readers. */
  readonly announce: (text: string, urgency?: 'polite' | 'assertive') => void;
  /** Lists shortcuts while the calling component is mounted. */
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

/** Provides the environment of the calling component's boards. Only `settings` and function results may change. */
export function provideBoardEnvironment(given: Partial<BoardEnvironment>): void {
  setContext(KEY, { ...ALONE, ...given });
}

/** Returns the environment of the calling component's board. */
export const boardEnvironment = (): BoardEnvironment =>
  getContext<BoardEnvironment | undefined>(KEY) ?? ALONE;
