//! The two builds of the engine, with and without threads, and the choice between them for this browser.
import type { SearchResult, ReviewProgress, SearchRequest, Report, Review } from '../rules';
import type { Build } from './protocol';
import { buildHere } from './shared';

/** The part of a package's engine that the worker uses. */
export interface Engine {
  setPosition(fen: string | null | undefined, moves: string[]): void;
  /** The id of the networks that it accepts. */
  readonly network: string;
  setNetwork(bytes: Uint8Array): void;
  setBook(text: string): void;
  setThreads(threads: number): number;
  newGame(): void;
  stopAddress(): number;
  go(order: SearchRequest, report: (report: Report) => void): SearchResult;
  review(
    fen: string | null | undefined,
    moves: string[],
    language: string,
    nodes: number,
    watch: (looking: ReviewProgress) => void,
  ): Review | undefined;
  free(): void;
}

export interface Package {
  readonly build: Build;
  readonly memory: () => WebAssembly.Memory;
  readonly engine: (variant: string, megabytes: number) => Engine;
}

/** More threads gain little strength, and each one needs a stack. */
const MOST_THREADS = 16;

async function loadThreads(): Promise<Package> {
  const threads = await import('../../pkg/engine-threads/engine_threads.js');
  await threads.default();
  const count = Math.min(Math.max(navigator.hardwareConcurrency, 1), MOST_THREADS);
  // The worker itself runs the main thread of the search; the pool contains the helpers.
  if (count > 1) await threads.initThreadPool(count - 1);
  return {
    build: { kind: 'threads', threads: count },
    memory: () => threads.engineMemory() as WebAssembly.Memory,
    engine: (variant, megabytes) => new threads.Engine(variant, megabytes),
  };
}

async function loadSingle(): Promise<Package> {
  const single = await import('../../pkg/engine/engine.js');
  await single.default();
  return {
    build: { kind: 'single', threads: 1 },
    memory: () => single.engineMemory() as WebAssembly.Memory,
    engine: (variant, megabytes) => new single.Engine(variant, megabytes),
  };
}

/** Loads the build with threads if the browser supports it, or the single-threaded one if not or if that fails. */
export async function loadPackage(): Promise<Package> {
  if (buildHere() === 'single') return loadSingle();
  try {
    return await loadThreads();
  } catch {
    return loadSingle();
  }
}
