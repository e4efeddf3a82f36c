//! The engine's review of every position of a game, and the mistakes that it found.
import { sentence } from '../../../base/errors';
import { t } from '../../../base/messages.svelte';
import { notify } from '../../../base/notices.svelte';
import { rulesLanguage } from '../../../base/catalog.svelte';
import { readStored, store } from '../../../base/storage';
import type { MoveNode, NodeId } from '../../../game/nodes';
import { warnMissingNetwork } from '../../../base/engineWarnings';
import { EngineClient, isIntended } from '../../../lib/engine';
import {
  expectation,
  judge,
  type Accuracy,
  type PositionResult,
  type Judgment,
  type TurningPoint,
} from '../../../lib/rules';
import type { Analysis } from '../analysis.svelte';

export const EFFORTS = ['quick', 'normal', 'deep'] as const;
export type Effort = (typeof EFFORTS)[number];

/** The number of nodes per position. */
export const NODES: Record<Effort, number> = { quick: 50_000, normal: 250_000, deep: 1_000_000 };

/**
 * The results for the positions of a game, from the start: one more than moves, or fewer while the review is running.
 */
interface StoredReview {
  fen: string;
  moves: readonly string[];
  found: readonly PositionResult[];
  /** Set once the review is complete. */
  accuracy?: Accuracy;
  turningPoints?: readonly TurningPoint[];
}

/** A move of the game with its assessment. */
export interface Judged extends Judgment {
  node: MoveNode;
  /** The engine's result after the move. */
  found: PositionResult;
  /** The engine's own choice. */
  best?: string;
}

export interface Turn extends TurningPoint {
  judged: Judged;
  /** The expected score of its player before the move. */
  expected: number;
}

/** The progress of a review. */
interface Progress {
  done: number;
  total: number;
  /** True during the second pass, which searches the worst moves again. */
  isSecond: boolean;
}

function readStoredReview(value: unknown): StoredReview | undefined {
  const stored = (typeof value === 'object' && value !== null ? value : {}) as Partial<StoredReview>;
  const { fen, moves, found, accuracy, turningPoints } = stored;
  if (typeof fen !== 'string' || !Array.isArray(moves) || !Array.isArray(found)) return undefined;
  const isSound = found.every(
    (one: Partial<PositionResult> | null) =>
      (one?.score?.kind === 'mate' || one?.score?.kind === 'centipawns') &&
      typeof one.score.value === 'number' &&
      typeof one.depth === 'number',
  );
  if (!isSound) return undefined;
  const isWhole = typeof accuracy === 'object' && Array.isArray(turningPoints);
  return { fen, moves, found, ...(isWhole ? { accuracy, turningPoints } : {}) };
}

export class GameEvaluation {
  readonly #analysis: Analysis;
  #stored: StoredReview | undefined;
  #abort: AbortController | undefined = $state.raw();
  progress: Progress | undefined = $state.raw();

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
    this.#stored = $state.raw(readStored(`evaluation.${analysis.variant.id}`, readStoredReview));
  }

  get isRunning(): boolean {
    return this.#abort !== undefined;
  }

  /** The results for the positions that the game still contains, from the start. */
  readonly found: readonly PositionResult[] = $derived.by(() => {
    const stored = this.#stored;
    const { start } = this.#analysis.tree;
    if (!stored || stored.fen !== start.fen) return [];
    const line = this.#analysis.tree.mainLine();
    const parting = line.findIndex((node, at) => node.played.uci !== stored.moves[at]);
    return stored.found.slice(0, (parting < 0 ? line.length : parting) + 1);
  });

  /** White's expected score at the start. */
  readonly atStart: number | undefined = $derived.by(() => {
    const [first] = this.found;
    if (!first) return undefined;
    const share = expectation(first.score);
    return this.#analysis.tree.start.turn === 'white' ? share : 1 - share;
  });

  /** The moves of the game with their assessments. */
  readonly judged: readonly Judged[] = $derived.by(() => {
    const { tree } = this.#analysis;
    return tree.mainLine().flatMap((node, at): Judged[] => {
      const [before, after] = [this.found[at], this.found[at + 1]];
      if (!before || !after) return [];
      const judgment = judge(before.score, after.score, tree.moveNumber(node.ply).color);
      // The engine's own choice never counts as a mistake, even if a deeper search later lowers its score.
      if (before.best === node.played.uci) return [{ white: judgment.white, loss: 0, node, found: after }];
      return [{ ...judgment, node, found: after, ...(before.best ? { best: before.best } : {}) }];
    });
  });

  /** The turning points that the game still contains. */
  readonly turns: readonly Turn[] = $derived.by(() =>
    (this.#stored?.turningPoints ?? []).flatMap((point): Turn[] => {
      const [judged, before] = [this.judged[point.ply - 1], this.found[point.ply - 1]];
      return judged && before ? [{ ...point, judged, expected: expectation(before.score) }] : [];
    }),
  );

  /** The accuracy of both sides; undefined unless the whole game was reviewed. */
  readonly accuracy: Accuracy | undefined = $derived.by(() =>
    this.found.length === this.#analysis.tree.mainLine().length + 1 ? this.#stored?.accuracy : undefined,
  );

  readonly judgments: ReadonlyMap<NodeId, Judged> = $derived(
    new Map(this.judged.map((one) => [one.node.id, one])),
  );

  cancel(): void {
    this.#abort?.abort();
  }

  /** Starts a review of the game. If it is stopped, its results so far are kept. */
  async run(effort: Effort): Promise<void> {
    this.cancel();
    const abort = new AbortController();
    this.#abort = abort;
    const client = new EngineClient({ onMissingNetwork: warnMissingNetwork });
    try {
      await this.#review(client, NODES[effort], abort.signal);
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

  async #review(client: EngineClient, nodes: number, signal: AbortSignal): Promise<void> {
    const { tree, variant } = this.#analysis;
    const { fen } = tree.start;
    const moves = tree.mainLine().map((node) => node.played.uci);
    const total = moves.length + 1;
    this.progress = { done: 0, total, isSecond: false };
    const position = { variant: variant.id, fen, moves };
    const order = { language: rulesLanguage(), nodes };
    const found: PositionResult[] = [];
    const review = await client.review(
      position,
      order,
      (looking) => {
        if (looking.kind === 'again') {
          this.progress = { done: looking.done, total: looking.total, isSecond: true };
          return;
        }
        found[looking.ply] = looking.found;
        this.progress = { done: looking.ply + 1, total, isSecond: false };
        this.#save({ fen, moves, found: found.slice(0, looking.ply + 1) });
      },
      signal,
    );
    const { accuracy, turningPoints } = review;
    this.#save({ fen, moves, found: review.found, accuracy, turningPoints });
  }

  #save(stored: StoredReview): void {
    this.#stored = stored;
    // If the visitor leaves in the middle, the results so far are kept.
    store(`evaluation.${this.#analysis.variant.id}`, stored);
  }
}
