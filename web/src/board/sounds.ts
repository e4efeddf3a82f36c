//! The choice of the sound for an animation step.
import type { Event } from '../lib/rules';
import type { Step } from './drawing/timeline';
import type { BoardSound } from './environment.svelte';

const SOUNDS: Record<Event['kind'], BoardSound> = {
  moved: 'move',
  taken: 'capture',
  pushed: 'push',
  pulled: 'pull',
  ejected: 'energy',
  absorbed: 'energy',
  transformed: 'promotion',
  promoted: 'promotion',
  removed: 'capture',
};

/** Returns the sound of a step. A capture has precedence over the move that made it. */
export function soundOf({ events }: Step): BoardSound | undefined {
  const sounds = events.map(({ kind }) => SOUNDS[kind]);
  return sounds.find((sound) => sound !== 'move') ?? sounds[0];
}
