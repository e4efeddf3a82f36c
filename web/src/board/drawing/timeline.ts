//! Groups the events of a move into the steps of its animation.
import type { Event, ExplainedEvent } from '../../lib/rules';

export type StepKind = 'move' | 'pulse' | 'energy' | 'change';

/** Events that are shown at the same time. */
export interface Step {
  kind: StepKind;
  events: Event[];
  /** The duration, as a multiple of the step time in the settings. */
  length: number;
}

const KINDS: Record<Event['kind'], StepKind> = {
  moved: 'move',
  taken: 'move',
  pushed: 'pulse',
  pulled: 'pulse',
  ejected: 'energy',
  absorbed: 'change',
  transformed: 'change',
  promoted: 'change',
  removed: 'change',
};

const LENGTHS: Record<StepKind, number> = { move: 0.8, pulse: 1.2, energy: 1.1, change: 0.8 };

/** Returns the steps in the order of the events. */
export function stepsOf(events: readonly ExplainedEvent[]): Step[] {
  const steps: Step[] = [];
  for (const { event } of events) {
    const kind = KINDS[event.kind];
    const last = steps.at(-1);
    if (last?.kind === kind) last.events.push(event);
    else steps.push({ kind, events: [event], length: LENGTHS[kind] });
  }
  return steps;
}

/** Returns the origin of a pulse: the square on which the last moving piece landed. */
export function landingOf(events: readonly ExplainedEvent[]): string | undefined {
  const moved = events.map(({ event }) => event).filter((event) => event.kind === 'moved');
  return moved.at(-1)?.to;
}
