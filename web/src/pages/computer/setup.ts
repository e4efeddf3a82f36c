//! The setup of a local game: players, starting position, and time control. Independent of a game in progress.
import { fieldsOf } from '../../base/fields';
import { controlIn, type TimeControl } from '../../game/clock';
import type { Color } from '../../lib/rules';

/** The player of a side. */
export type Seat =
  { readonly kind: 'person'; readonly name?: string } | { readonly kind: 'computer'; readonly level: number };
export type Seats = Readonly<Record<Color, Seat>>;

export interface Setup {
  readonly seats: Seats;
  /** The FEN of the starting position, if it is not the variant's own. */
  readonly fen?: string;
  /** If undefined, there is no clock. */
  readonly control?: TimeControl;
}

const PERSON: Seat = { kind: 'person' };

/** Two people on one screen. */
export const TWO_PEOPLE: Seats = { white: PERSON, black: PERSON };

/** The maximum length of a name. */
export const NAME_LENGTH = 24;

const personNamed = (name: string): Seat => (name.trim() ? { kind: 'person', name: name.trim() } : PERSON);

/** Seats a person on one side and the computer on the other. */
export const against = (level: number, person: Color, name = ''): Seats => {
  const computer: Seat = { kind: 'computer', level };
  const visitor = personNamed(name);
  return person === 'white' ? { white: visitor, black: computer } : { white: computer, black: visitor };
};

/** Returns the same players with colors reversed. */
export const swapped = ({ white, black }: Seats): Seats => ({ white: black, black: white });

/** Returns the side of the only person; undefined if there are two. */
export function personOf(seats: Seats): Color | undefined {
  if (seats.white.kind === seats.black.kind) return undefined;
  return seats.white.kind === 'person' ? 'white' : 'black';
}

/** The options of the form. */
export const OPPONENTS = ['computer', 'person'] as const;
export const SIDES = ['white', 'random', 'black'] as const;
export const CLOCKS = ['none', '1+0', '3+2', '5+3', '15+10', 'custom'] as const;

/** The choices in the form, stored for the next game. */
export interface Choices {
  opponent: (typeof OPPONENTS)[number];
  level: number;
  side: (typeof SIDES)[number];
  clock: (typeof CLOCKS)[number];
  minutes: number;
  seconds: number;
  /** The names of two people; empty if they enter none. */
  white: string;
  black: string;
}

export const DEFAULTS: Choices = {
  opponent: 'computer',
  level: 3,
  side: 'white',
  clock: 'none',
  minutes: 15,
  seconds: 10,
  white: '',
  black: '',
};

/** Parses stored choices. Missing or invalid ones get their default. */
export function readChoices(value: unknown): Choices {
  const { oneOf, number, text } = fieldsOf<keyof Choices>(value);
  const level = number('level', DEFAULTS.level);
  return {
    opponent: oneOf(OPPONENTS, 'opponent', DEFAULTS.opponent),
    level: Number.isInteger(level) && level >= 1 && level <= 10 ? level : DEFAULTS.level,
    side: oneOf(SIDES, 'side', DEFAULTS.side),
    clock: oneOf(CLOCKS, 'clock', DEFAULTS.clock),
    minutes: number('minutes', DEFAULTS.minutes),
    seconds: number('seconds', DEFAULTS.seconds),
    white: text('white', DEFAULTS.white).slice(0, NAME_LENGTH),
    black: text('black', DEFAULTS.black).slice(0, NAME_LENGTH),
  };
}

/** Returns the chosen time control: `none` without a clock, undefined if the typed values are invalid. */
export function chosenControl({ clock, minutes, seconds }: Choices): TimeControl | 'none' | undefined {
  if (clock === 'none') return 'none';
  return controlIn(clock, minutes, seconds);
}

/** Returns the chosen game. `draw` picks a random side; `own` is the visitor's name. */
export function setupOf(
  choices: Choices,
  control: TimeControl | 'none',
  fen: string,
  { draw, own = '' }: { draw: Color; own?: string | undefined },
): Setup {
  const side = choices.side === 'random' ? draw : choices.side;
  return {
    seats:
      choices.opponent === 'person'
        ? { white: personNamed(choices.white), black: personNamed(choices.black) }
        : against(choices.level, side, own),
    ...(fen ? { fen } : {}),
    ...(control === 'none' ? {} : { control }),
  };
}
