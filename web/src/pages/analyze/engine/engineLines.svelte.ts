//! The state of the engine on the analysis page: on or off, in the browser or on the server, and its current lines.
import { sentence } from '../../../base/errors';
import { t } from '../../../base/messages.svelte';
import { notify } from '../../../base/notices.svelte';
import { readStored, store } from '../../../base/storage';
import { warnMissingNetwork } from '../../../base/engineWarnings';
import { EngineClient, EngineFailure, isIntended, type Position } from '../../../lib/engine';
import type { SearchRequest, Report } from '../../../lib/rules';

import { searchOnServer } from './serverEngine';

export const SOURCES = ['page', 'server'] as const;
export type Source = (typeof SOURCES)[number];
export const LIMITS = ['infinite', 'limited'] as const;
export type Limit = (typeof LIMITS)[number];

export type Phase =
  | { kind: 'off' }
  | { kind: 'starting' }
  | { kind: 'waiting'; before: number }
  | { kind: 'thinking' }
  | { kind: 'done' }
  | { kind: 'paused' }
  | { kind: 'failed'; text: string };

interface EngineSettings {
  lines: number;
  source: Source;
  limit: Limit;
  /** True if it pauses while the page is hidden. */
  rests: boolean;
}

/** The time per position, unless the search is unlimited. */
export const LIMIT_MS = 10_000;
/** The delay before a search, so that stepping through a game does not search every position. */
const SETTLE_MS = 120;
/** The interval of display updates; reports arrive faster than they can be read. */
const SHOW_MS = 150;

function readSettings(value: unknown): EngineSettings {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Partial<EngineSettings>;
  const { lines, source, limit, rests } = given;
  return {
    lines: typeof lines === 'number' && lines >= 1 && lines <= 5 ? Math.round(lines) : 3,
    source: source === 'server' ? 'server' : 'page',
    limit: limit === 'limited' ? 'limited' : 'infinite',
    rests: rests !== false,
  };
}

export class EngineLines {
  isOn = $state(false);
  chosen: EngineSettings = $state(readStored('analysis.engine', readSettings) ?? readSettings(undefined));
  phase: Phase = $state.raw({ kind: 'off' });
  /** The results for the current position, best line first. */
  reports: readonly Report[] = $state.raw([]);
  #position: Position | undefined = $state.raw();
  #isHidden = $state(false);
  #client: EngineClient | undefined;
  #abort: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #fresh = new Map<number, Report>();
  #showing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    $effect(() => {
      const see = (): void => void (this.#isHidden = document.hidden);
      document.addEventListener('visibilitychange', see);
      return () => document.removeEventListener('visibilitychange', see);
    });
    $effect(() => store('analysis.engine', $state.snapshot(this.chosen)));
    $effect(() => {
      const { lines, source, limit } = this.chosen;
      const position = this.#position;
      this.#cancel();
      if (!this.isOn) this.phase = { kind: 'off' };
      else if (this.#isHidden && this.chosen.rests) this.phase = { kind: 'paused' };
      else if (!position) this.phase = { kind: 'done' };
      else
        this.#schedule(position, source, { lines, ...(limit === 'limited' ? { moveTimeMs: LIMIT_MS } : {}) });
    });
  }

  /** Sets the position to search; undefined if there is nothing to search. */
  follow(position: Position | undefined): void {
    if (JSON.stringify(position) === JSON.stringify(this.#position)) return;
    this.#position = position;
    this.reports = [];
  }

  /** Stops the search and releases the worker. */
  close(): void {
    this.#cancel();
    this.#client?.close();
    this.#client = undefined;
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#showing);
    this.#showing = undefined;
    this.#abort?.abort();
    this.#abort = undefined;
    this.#fresh.clear();
  }

  #schedule(position: Position, source: Source, order: SearchRequest): void {
    this.phase = { kind: 'starting' };
    const abort = new AbortController();
    this.#abort = abort;
    this.#timer = setTimeout(() => void this.#search(position, source, order, abort.signal), SETTLE_MS);
  }

  async #search(
    position: Position,
    source: Source,
    order: SearchRequest,
    signal: AbortSignal,
  ): Promise<void> {
    const onReport = (report: Report): void => {
      if (!signal.aborted) this.#onReport(report);
    };
    try {
      if (source === 'server') {
        const onWaiting = (before: number): void => void (this.phase = { kind: 'waiting', before });
        await searchOnServer(position, order, { onReport, onWaiting }, signal);
      } else {
        await this.#engine().search(position, order, onReport, signal);
      }
      this.#show();
      if (!signal.aborted) this.phase = { kind: 'done' };
    } catch (error) {
      if (!signal.aborted && !isIntended(error)) this.#fail(error, source);
    }
  }

  #engine(): EngineClient {
    const threads = Math.max(1, Math.floor(navigator.hardwareConcurrency / 2));
    const onRetry = (): void => void notify(t('analyze.engine.retry'));
    this.#client ??= new EngineClient({ threads, onRetry, onMissingNetwork: warnMissingNetwork });
    return this.#client;
  }

  /** Falls back to the browser if the server is unavailable, and shows the error if the browser fails. */
  #fail(error: unknown, source: Source): void {
    const reason = sentence(error);
    if (source === 'server') {
      notify(t('analyze.engine.serverGone', { reason }), { kind: 'warning', seconds: 10 });
      this.chosen.source = 'page';
      return;
    }
    const isUnavailable = error instanceof EngineFailure && error.reason === 'unavailable';
    const text = isUnavailable ? t('analyze.engine.unavailable') : t('analyze.engine.died', { reason });
    this.phase = { kind: 'failed', text };
    this.isOn = false;
    notify(text, {
      kind: 'error',
      actions: [{ label: t('analyze.engine.again'), run: () => (this.isOn = true) }],
    });
  }

  #onReport(report: Report): void {
    if (this.phase.kind !== 'thinking') this.phase = { kind: 'thinking' };
    // A bound is shown only if there is no exact score.
    if (report.bound !== 'exact' && this.reports.length > 0) return;
    this.#fresh.set(report.line, report);
    this.#showing ??= setTimeout(() => this.#show(), SHOW_MS);
  }

  #show(): void {
    clearTimeout(this.#showing);
    this.#showing = undefined;
    if (this.#fresh.size === 0) return;
    this.reports = merged([...this.#fresh.values(), ...this.reports], this.chosen.lines);
    this.#fresh.clear();
  }
}

/** Merges the lines of the current iteration with those of the previous one that start with other moves. */
export function merged(reports: readonly Report[], count: number): Report[] {
  const sorted = [...reports].sort((a, b) => b.depth - a.depth || a.line - b.line);
  const seen = new Set<string | undefined>();
  const kept = sorted.filter(({ moves: [first] }) => !seen.has(first) && seen.add(first));
  return kept.slice(0, count).map((report, at) => ({ ...report, line: at + 1 }));
}
