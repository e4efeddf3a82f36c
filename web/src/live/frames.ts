//! The types of the WebSocket messages between the app and the server, generated from the OpenAPI document.
import { ApiError, type Problem } from '../lib/api/failure';
import type { components } from '../lib/api/schema';

type Shapes = components['schemas'];

export type Frame = Shapes['Frame'];
export type FrameOf<Kind extends Frame['kind']> = Extract<Frame, { kind: Kind }>;
export type Message = Shapes['Message'];
export type SharedGame = Shapes['SharedGame'];
export type GameFrame = FrameOf<'game'>;
/** The frames that a subscriber to a game receives. */
export type GameUpdate = FrameOf<'game' | 'act' | 'here' | 'rematch' | 'refused'>;
export type PlayedAct = Shapes['PlayedAct'];
export type GameOutcome = Shapes['GameOutcome'];
export type OpenOffer = Shapes['OpenOffer'];
export type RematchOffer = Shapes['RematchOffer'];
export type Offer = Shapes['Offer'];
export type Presence = Shapes['Presence'];
export type Terms = Shapes['Terms'];
export type GameAction = Shapes['GameAction'];

/** A message that is resent unchanged until it is answered. */
export type Request = Extract<Message, { id: string }>;
/** A request without an id. */
export type NewRequest = Request extends infer One ? (One extends Request ? Omit<One, 'id'> : never) : never;

/** The protocol version of this app. */
export const PROTOCOL = 2;

const PASSING: readonly Problem['kind'][] = ['storage', 'shutting-down', 'overloaded', 'too-many-requests'];

/** The rejection of a request by the server. */
export class Refused extends ApiError {
  override readonly name = 'Refused';

  constructor(readonly problem: Problem) {
    super({ kind: 'problem', problem });
  }

  /** True if the failure is temporary: the database is unavailable, or the server is overloaded. */
  get isPassing(): boolean {
    return PASSING.includes(this.problem.kind);
  }
}

/** Parses a frame. The server may be newer, so handlers ignore unknown kinds. */
export function readFrame(text: string): Frame | undefined {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && 'kind' in value ? (value as Frame) : undefined;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_';

/** Returns a unique id for a request. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(22));
  return Array.from(bytes, (byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
}
