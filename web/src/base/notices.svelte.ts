//! Short notices that come up in a corner and go away again.
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
  /** What is done when the visitor closes it unanswered. */
  readonly onclose: (() => void) | undefined;
}

interface Options {
  kind?: Notice['kind'];
  actions?: Action[];
  onclose?: () => void;
  /** How long it stays; one with actions stays until it is answered. */
  seconds?: number;
}

let shown: Notice[] = $state.raw([]);
let next = 1;

export const notices = (): readonly Notice[] => shown;

/** Takes a notice away. */
export function dismiss(id: number): void {
  shown = shown.filter((notice) => notice.id !== id);
}

/** Shows a notice and says it. Returns its id. */
export function notify(
  text: string,
  { kind = 'info', actions = [], seconds = 4, onclose }: Options = {},
): number {
  const id = next;
  next += 1;
  // Who gives a notice while it reacts to something does not react to notices.
  const others = untrack(() => shown).filter((notice) => notice.text !== text);
  shown = [...others, { id, kind, text, actions, onclose }];
  announce(text, kind === 'error' ? 'assertive' : 'polite');
  if (actions.length === 0) setTimeout(() => dismiss(id), seconds * 1000);
  return id;
}
