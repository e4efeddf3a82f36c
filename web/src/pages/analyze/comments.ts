//! PGN comments: text mixed with bracketed commands, some of which draw on the board or contain clock times. A comment
//! is stored unchanged, so that nothing gets lost; this module parses it for display.
import { formatNumber } from '../../base/messages.svelte';
import type { Brush, Shape } from '../../board/types';

export interface Comment {
  /** The text without commands. */
  text: string;
  /** Arrows and circles: `[%cal Ge2e4]`, `[%csl Rd5]`. */
  shapes: Shape[];
  /** An engine evaluation: `0.34`, or `#-3`. */
  evaluation?: string;
  /** A clock time, such as `0:03:00`. */
  clock?: string;
}

interface Command {
  name: string;
  value: string;
}

const COMMAND = /\[%([A-Za-z]+)(?:\s+([^\]]*))?\]/g;
const BRUSH_OF: Record<string, Brush> = { G: 'green', R: 'red', B: 'blue', Y: 'yellow' };
const LETTER_OF: Record<Brush, string> = { green: 'G', red: 'R', blue: 'B', yellow: 'Y' };
const SQUARE = String.raw`\d?[a-z]\d`;
const CIRCLE = new RegExp(`^([GRBY])(${SQUARE})$`);
const ARROW = new RegExp(`^([GRBY])(${SQUARE})(${SQUARE})$`);

const commandsOf = (comment: string): Command[] =>
  [...comment.matchAll(COMMAND)].map(([, name = '', value = '']) => ({ name, value: value.trim() }));

const withoutCommands = (comment: string): string =>
  comment.replace(COMMAND, ' ').replace(/ {2,}/g, ' ').trim();

function shapesOf({ name, value }: Command): Shape[] {
  const parts = value.split(',').map((part) => part.trim());
  if (name === 'csl')
    return parts.flatMap((part): Shape[] => {
      const [, letter = '', at = ''] = CIRCLE.exec(part) ?? [];
      const brush = BRUSH_OF[letter];
      return brush ? [{ kind: 'circle', at, brush }] : [];
    });
  if (name !== 'cal') return [];
  return parts.flatMap((part): Shape[] => {
    const [, letter = '', from = '', to = ''] = ARROW.exec(part) ?? [];
    const brush = BRUSH_OF[letter];
    return brush ? [{ kind: 'arrow', from, to, brush }] : [];
  });
}

/** Parses a comment. Unknown commands are not shown. */
export function readComment(comment: string): Comment {
  if (!comment.includes('[%')) return { text: comment, shapes: [] };
  const commands = commandsOf(comment);
  const valueOf = (name: string): string | undefined => commands.find((one) => one.name === name)?.value;
  const evaluation = valueOf('eval')?.split(',')[0];
  const clock = valueOf('clk');
  return {
    text: withoutCommands(comment),
    shapes: commands.flatMap(shapesOf),
    ...(evaluation ? { evaluation } : {}),
    ...(clock ? { clock } : {}),
  };
}

const joined = (commands: readonly Command[], text: string): string => {
  const written = commands.map(({ name, value }) => `[%${name}${value ? ` ${value}` : ''}]`).join('');
  return written && text ? `${written} ${text}` : written + text;
};

/** Returns the comment with its text replaced. */
export const withText = (comment: string, text: string): string => joined(commandsOf(comment), text.trim());

/** Returns the comment with its drawing commands replaced by those of `shapes`. */
export function withShapes(comment: string, shapes: readonly Shape[]): string {
  const others = commandsOf(comment).filter(({ name }) => name !== 'csl' && name !== 'cal');
  const circles = shapes.flatMap((shape) =>
    shape.kind === 'circle' ? [LETTER_OF[shape.brush] + shape.at] : [],
  );
  const arrows = shapes.flatMap((shape) =>
    shape.kind === 'arrow' ? [LETTER_OF[shape.brush] + shape.from + shape.to] : [],
  );
  const drawn = [
    ...(circles.length > 0 ? [{ name: 'csl', value: circles.join(',') }] : []),
    ...(arrows.length > 0 ? [{ name: 'cal', value: arrows.join(',') }] : []),
  ];
  return joined([...others, ...drawn], withoutCommands(comment));
}

/** Formats a clock time without leading zero hours: `3:00` for `0:03:00`. Tenths are kept. */
export function clockText(clock: string): string {
  const [hours = '', minutes = '', seconds = ''] = clock.split(':');
  if (!seconds) return clock;
  return Number(hours) > 0 ? clock : `${Number(minutes)}:${seconds}`;
}

/** Formats an engine evaluation for White in the app's notation. */
export function evaluationText(evaluation: string): string {
  if (evaluation.startsWith('#'))
    return evaluation.startsWith('#-') ? `−#${evaluation.slice(2)}` : `+${evaluation}`;
  const pawns = Number(evaluation);
  if (!Number.isFinite(pawns)) return evaluation;
  const sign = pawns > 0 ? '+' : pawns < 0 ? '−' : '';
  return sign + formatNumber(Math.abs(pawns), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
