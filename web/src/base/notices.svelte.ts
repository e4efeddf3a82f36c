//! Short notices (toasts) that appear in a corner and disappear by themselves.
import { untrack } from 'svelte';

import { announce } from './announce';

export interface Action {
  label: string;
  run: () => void;
}

export interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'success' | 'warning' | 'error';
  readonly text: string;
  readonly actions: readonly Action[];
  /** Called when the visitor closes the notice without an answer. */
  readonly onclose: (() => void) | undefined;
}

interface Options {
  kind?: Notice['kind'];
  actions?: Action[];
  onclose?: () => void;
  /** The minimum time until it disappears. A notice with actions stays until it is answered. */
  seconds?: number;
}

/** The time to notice a notice, in seconds. */
const NOTICING = 1;
/** A slow reader's number of characters per second. */
const READING_SPEED = 14;

/** Returns the seconds that a text needs to be noticed and read. */
const readingTime = (text: string): number => NOTICING + text.length / READING_SPEED;

let shown: Notice[] = $state.raw([]);
let next = 1;

export const notices = (): readonly Notice[] => shown;

export function dismiss(id: number): void {
  shown = shown.filter((notice) => notice.id !== id);
}

/** Shows and announces a notice, for at least the time that its text needs to be read. Returns its id. */
export function notify(
  text: string,
  { kind = 'info', actions = [], seconds = 4, onclose }: Options = {},
): number {
  const id = next;
  next += 1;
  // An effect that shows a notice must not depend on the list of notices.
  const others = untrack(() => shown).filter((notice) => notice.text !== text);
  shown = [...others, { id, kind, text, actions, onclose }];
  announce(text, kind === 'error' ? 'assertive' : 'polite');
  if (actions.length === 0) setTimeout(() => dismiss(id), Math.max(seconds, readingTime(text)) * 1000);
  return id;
}
