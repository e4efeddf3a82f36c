//! What the engine thinks of every position of a game, and which moves gave something away.
import { sentence } from '../../../app/faults';
import { t } from '../../../app/messages.svelte';
import { notify } from '../../../app/notices.svelte';
import { readStored, store } from '../../../app/storage';
import type { MoveNode, NodeId } from '../../../game/nodes';
import { tellUntaught } from '../../../app/untaught';
import { EngineClient, isIntended } from '../../../lib/engine';
import { expectation, judge, type Judgement, type Score, type Snapshot } from '../../../lib/rules';
import type { Analysis } from '../analysis.svelte';

export const EFFORTS = ['quick', 'normal', 'deep'] as const;
export type Effort = (typeof EFFORTS)[number];

/** Positions that the engine visits for each position of the game. */
export const NODES: Record<Effort, number> = { quick: 50_000, normal: 250_000, deep: 1_000_000 };

/** What the engine found in one position. */
export interface Found {
  /** For the side to move. */
  score: Score;
  best?: string;
  depth: number;
}

/** What was found in a game's positions, the start first: one more than moves. */
interface Kept {
  fen: string;
  moves: readonly string[];
  found: readonly Found[];
}

/** A move of the game and what it is worth. */
export interface Judged extends Judgement {
  node: MoveNode;
  /** What the engine found after the move. */
  found: Found;
  /** What it would have played instead. */
  best?: string;
}

function readKept(value: unknown): Kept | undefined {
  const { fen, moves, found } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Kept>;
  if (typeof fen !== 'string' || !Array.isArray(moves) || !Array.isArray(found)) return undefined;
  const isSound = found.every(
    (one: Partial<Found> | null) =>
      (one?.score?.kind === 'mate' || one?.score?.kind === 'centipawns') &&
      typeof one.score.value === 'number' &&
      typeof one.depth === 'number',
  );
  return isSound ? { fen, moves, found } : undefined;
}

/** The score of a position in which the game is over. */
function scoreOfEnd({ turn, ending }: Snapshot): Score {
  if (!ending?.winner) return { kind: 'centipawns', value: 0 };
  return { kind: 'mate', value: ending.winner === turn ? 1 : 0 };
}

export class GameEvaluation {
  readonly #analysis: Analysis;
  #kept: Kept | undefined;
  #abort: AbortController | undefined = $state.raw();
  /** How many positions are done, and of how many. */
  progress: { done: number; total: number } | undefined = $state.raw();

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
    this.#kept = $state.raw(readStored(`evaluation.${analysis.variant.id}`, readKept));
  }

  get isRunning(): boolean {
    return this.#abort !== undefined;
  }

  /** What was found in the positions that the game still has, the start first. */
  readonly found: readonly Found[] = $derived.by(() => {
    const kept = this.#kept;
    const { start } = this.#analysis.tree;
    if (!kept || kept.fen !== start.fen) return [];
    const line = this.#analysis.tree.mainLine();
    const parting = line.findIndex((node, at) => node.played.uci !== kept.moves[at]);
    return kept.found.slice(0, (parting < 0 ? line.length : parting) + 1);
  });

  /** What share of the point White could expect at the start. */
  readonly atStart: number | undefined = $derived.by(() => {
    const [first] = this.found;
    if (!first) return undefined;
    const share = expectation(first.score);
    return this.#analysis.tree.start.turn === 'white' ? share : 1 - share;
  });

  /** The moves of the game, judged. */
  readonly judged: readonly Judged[] = $derived.by(() => {
    const { tree } = this.#analysis;
    return tree.mainLine().flatMap((node, at): Judged[] => {
      const [before, after] = [this.found[at], this.found[at + 1]];
      if (!before || !after) return [];
      const judgement = judge(before.score, after.score, tree.moveNumber(node.ply).color);
      // A move that the engine would have played itself is never at fault, whatever deeper search thinks of it later.
      if (before.best === node.played.uci) return [{ white: judgement.white, loss: 0, node, found: after }];
      return [{ ...judgement, node, found: after, ...(before.best ? { best: before.best } : {}) }];
    });
  });

  readonly judgements: ReadonlyMap<NodeId, Judged> = $derived(
    new Map(this.judged.map((one) => [one.node.id, one])),
  );

  cancel(): void {
    this.#abort?.abort();
  }

  /** Has the engine look at every position of the game. What it has found stays if it is stopped. */
  async run(effort: Effort): Promise<void> {
    this.cancel();
    const abort = new AbortController();
    this.#abort = abort;
    const client = new EngineClient({ onUntaught: tellUntaught });
    try {
      await this.#look(client, NODES[effort], abort.signal);
      notify(t('analyze.evaluation.done'), { kind: 'success' });
    } catch (error) {
      if (!isIntended(error)) {
        const reason = sentence(error);
        notify(t('analyze.evaluation.failed', { reason }), { kind: 'error' });
      }
    } finally {
      client.close();
      if (this.#abort === abort) {
        this.#abort = undefined;
        this.progress = undefined;
      }
    }
  }

  async #look(client: EngineClient, nodes: number, signal: AbortSignal): Promise<void> {
    const { tree, variant } = this.#analysis;
    const fen = tree.start.fen;
    const moves = tree.mainLine().map((node) => node.played.uci);
    const game = tree.game.clone();
    while (game.undo());
    try {
      for (let ply = 0; ply <= moves.length; ply += 1) {
        this.progress = { done: ply, total: moves.length + 1 };
        const last = moves[ply - 1];
        if (last !== undefined) game.play(last);
        const position = { variant: variant.id, fen, moves: moves.slice(0, ply) };
        const snapshot = game.snapshot();
        const found: Found = snapshot.ending
          ? { score: scoreOfEnd(snapshot), depth: 0 }
          : await this.#find(client, position, nodes, signal);
        this.#keep(fen, moves, ply, found);
      }
    } finally {
      game.free();
    }
  }

  async #find(
    client: EngineClient,
    position: { variant: string; fen: string; moves: string[] },
    nodes: number,
    signal: AbortSignal,
  ): Promise<Found> {
    const { score, best, depth } = await client.search(position, { nodes }, undefined, signal);
    return { score: score ?? { kind: 'centipawns', value: 0 }, depth, ...(best ? { best } : {}) };
  }

  #keep(fen: string, moves: readonly string[], ply: number, found: Found): void {
    const before = ply === 0 ? [] : (this.#kept?.found ?? []).slice(0, ply);
    this.#kept = { fen, moves, found: [...before, found] };
    // Who leaves in the middle finds what was found so far.
    store(`evaluation.${this.#analysis.variant.id}`, this.#kept);
  }
}
