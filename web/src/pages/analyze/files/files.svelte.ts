//! The state of importing games from files and links, and of the import and export dialogs.
import { rulesLanguage, variantOf } from '../../../base/catalog.svelte';
import { sentence } from '../../../base/errors';
import { t } from '../../../base/messages.svelte';
import { notify } from '../../../base/notices.svelte';
import { navigate } from '../../../shell/router.svelte';
import { areaPath } from '../../../base/routes';
import { isTyping } from '../../../base/shortcuts.svelte';
import type { GameRecord } from '../../../game/record';
import { packShared, type Shared } from '../../../game/share';
import type { Analysis } from '../analysis.svelte';
import { openGame, notifyOpened } from '../openAddress';

import type { ImportError, Command, FileGame, Message, Note } from './protocol';
import { isFens } from './reading';

export type OpenDialog = 'details' | 'import' | 'samples' | 'share' | 'export';

/** A file and the progress of reading it. */
export interface Reading {
  name: string;
  size: number;
  bytes: number;
  games: readonly FileGame[];
  bad: readonly ImportError[];
  notes: readonly Note[];
  /** The number of games that have been replayed. */
  checked: number;
  phase: 'reading' | 'checking' | 'done' | 'stopped' | 'failed';
}

export class Files {
  shown: OpenDialog | undefined = $state();
  reading: Reading | undefined = $state.raw();
  #analysis: Analysis;
  #worker: Worker | undefined;

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
    $effect(() => () => this.#worker?.terminate());
  }

  /** Reads a file, or a text as a file. */
  read(file: Blob, name: string): void {
    this.#worker?.terminate();
    this.shown = 'import';
    this.reading = {
      name,
      size: file.size,
      bytes: 0,
      games: [],
      bad: [],
      notes: [],
      checked: 0,
      phase: 'reading',
    };
    const worker = new Worker(new URL('./pgnWorker.ts', import.meta.url), { type: 'module', name: 'files' });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Message>) => this.#onMessage(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(event.message || t('analyze.import.workerGone'));
    };
    this.#send({ kind: 'read', file, variant: this.#analysis.variant.id, language: rulesLanguage() });
  }

  /** Stops reading; the games found so far are kept. */
  stop(): void {
    this.#update((reading) => ({ ...reading, phase: 'stopped' }));
    // The worker stays, because it holds the games.
    this.#send({ kind: 'stop' });
  }

  /** Imports a text: positions, one per line, or games. */
  take(text: string): void {
    const fen = text.trim();
    if (isFens(fen) && !/[\r\n]/.test(fen)) this.#openFen(fen);
    else this.read(new Blob([text]), t('analyze.import.pasted'));
  }

  /** Requests a game of the file. */
  open(at: number): void {
    this.#send({ kind: 'open', at });
  }

  /** Opens a game, on the page of its variant if that is a different one. */
  openRecord(record: GameRecord): void {
    const { variant } = this.#analysis;
    const other = record.variant === variant.id ? undefined : variantOf(record.variant);
    if (other) {
      // The page of that variant offers to undo the replacement of its open game.
      void packShared({ record, at: [], orientation: this.#analysis.orientation }).then((packed) =>
        navigate(`${areaPath('analyze', other.id)}#${packed}`),
      );
      return;
    }
    try {
      if (record.variant !== variant.id)
        throw new Error(t('analyze.import.noVariant', { id: record.variant }));
      openGame(this.#analysis, record);
      this.shown = undefined;
    } catch (error) {
      notify(t('analyze.open.refused', { reason: sentence(error) }), { kind: 'error' });
    }
  }

  /** Returns the previously open game, if there is one. */
  earlier(): Shared | undefined {
    return this.#analysis.storage.previous();
  }
  /** Reopens the previous game. */
  openEarlier({ record, at, orientation }: Shared): void {
    openGame(this.#analysis, record, { at, orientation });
    this.shown = undefined;
  }

  readonly onDragOver = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  readonly onDrop = (event: DragEvent): void => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.read(file, file.name);
  };
  readonly onPaste = (event: ClipboardEvent): void => {
    if (isTyping(event as unknown as KeyboardEvent)) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!text.trim()) return;
    event.preventDefault();
    this.take(text);
  };

  #openFen(fen: string): void {
    try {
      notifyOpened(t('analyze.open.position'), this.#analysis.openFen(fen));
      this.shown = undefined;
    } catch (error) {
      notify(t('analyze.open.refused', { reason: sentence(error) }), { kind: 'error', seconds: 12 });
    }
  }

  #send(command: Command): void {
    this.#worker?.postMessage(command);
  }

  #update(change: (reading: Reading) => Reading): void {
    if (this.reading) this.reading = change(this.reading);
  }

  #fail(reason: string): void {
    this.#update((reading) => ({ ...reading, phase: 'failed' }));
    notify(t('analyze.import.failed', { reason }), { kind: 'error', seconds: 12 });
  }

  #onMessage(message: Message): void {
    if (message.kind === 'record') this.openRecord(message.record);
    else if (message.kind === 'failed') this.#fail(message.reason);
    else if (this.reading?.phase === 'stopped') return;
    else if (message.kind === 'found') this.#found(message);
    else if (message.kind === 'checked') this.#checked(message);
    else this.#finish();
  }

  #found({ games, bad, notes, bytes }: Extract<Message, { kind: 'found' }>): void {
    this.#update((reading) => ({
      ...reading,
      bytes,
      games: games.length > 0 ? reading.games.concat(games) : reading.games,
      bad: bad.length > 0 ? reading.bad.concat(bad) : reading.bad,
      notes: notes.length > 0 ? reading.notes.concat(notes) : reading.notes,
    }));
  }

  #checked({ bad, falseResults, done }: Extract<Message, { kind: 'checked' }>): void {
    const notes = falseResults.map(({ line, place, written, byTheRules }): Note => {
      const text = t(`analyze.import.result.${place}`, { written, ended: byTheRules });
      return { line, text };
    });
    this.#update((reading) => {
      const ids = new Set(bad.map(({ game }) => game));
      return {
        ...reading,
        phase: 'checking',
        checked: done,
        notes: notes.length > 0 ? reading.notes.concat(notes) : reading.notes,
        games: bad.length > 0 ? reading.games.filter((game) => !ids.has(game.at)) : reading.games,
        bad:
          bad.length > 0
            ? reading.bad.concat(bad.map((one) => one.bad)).sort((one, other) => one.line - other.line)
            : reading.bad,
      };
    });
  }

  /** Opens a single game at once; with several, the visitor picks one. */
  #finish(): void {
    this.#update((reading) => ({ ...reading, phase: 'done', bytes: reading.size }));
    const [only, ...others] = this.reading?.games ?? [];
    if (!only || others.length > 0 || this.reading?.bad.length !== 0) return;
    this.open(only.at);
    for (const { text } of this.reading.notes) notify(sentence(text));
  }
}
