//! Which sound belongs to what is seen.
import type { Sound } from '../base/sound';
import type { Event } from '../lib/rules';
import type { Step } from './drawing/timeline';

const SOUNDS: Record<Event['kind'], Sound> = {
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

/** The sound of a step: a capture drowns the move that made it. */
export function soundOf({ events }: Step): Sound | undefined {
  const sounds = events.map(({ kind }) => SOUNDS[kind]);
  return sounds.find((sound) => sound !== 'move') ?? sounds[0];
}
