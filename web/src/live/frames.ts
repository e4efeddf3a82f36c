//! The words that the page and the server exchange about games between people.
import { ApiError, type Problem } from '../lib/api/failure';
import type { components } from '../lib/api/schema';

type Shapes = components['schemas'];

export type Frame = Shapes['Frame'];
export type FrameOf<Kind extends Frame['kind']> = Extract<Frame, { kind: Kind }>;
export type Message = Shapes['Message'];
export type SharedGame = Shapes['SharedGame'];
export type GameFrame = FrameOf<'game'>;
/** What is told to who watches a game. */
export type GameNews = FrameOf<'game' | 'act' | 'here' | 'rematch' | 'refused'>;
export type PlayedAct = Shapes['PlayedAct'];
export type Ended = Shapes['Ended'];
export type StandingOffer = Shapes['StandingOffer'];
export type RematchOffer = Shapes['RematchOffer'];
export type Offer = Shapes['Offer'];
export type Presence = Shapes['Presence'];
export type Terms = Shapes['Terms'];
export type Wanted = Shapes['Wanted'];

/** A message that is resent unchanged until it is answered. */
export type Request = Extract<Message, { id: string }>;
/** A request before it has a name. */
export type Wish = Request extends infer One ? (One extends Request ? Omit<One, 'id'> : never) : never;

/** The version of the protocol that the page speaks. */
export const PROTOCOL = 2;

const PASSING: readonly Problem['kind'][] = ['storage', 'shutting-down', 'overloaded', 'too-many-requests'];

/** A request that the server will not fulfill, and why. */
export class Refused extends ApiError {
  override readonly name = 'Refused';

  constructor(readonly problem: Problem) {
    super({ kind: 'problem', problem });
  }

  /** Whether the server could not just then, but would: what it keeps games in is away, or it has too much to do. */
  get isPassing(): boolean {
    return PASSING.includes(this.problem.kind);
  }
}

/** Reads a frame. Its kind may be newer than this page: handlers pass over the kinds that they do not know. */
export function readFrame(text: string): Frame | undefined {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && 'kind' in value ? (value as Frame) : undefined;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_';

/** A name for a request that no other has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(22));
  return Array.from(bytes, (byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
}
