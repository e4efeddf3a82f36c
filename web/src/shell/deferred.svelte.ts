//! Lazy loading of code that a page fetches after its first paint.
import { afterPaint } from '../base/idle';

/** Code of a component, fetched after the component was painted. A failure is reported like any uncaught error. */
export class DeferredCode<Code> {
  #loaded: Code | undefined = $state.raw();
  readonly #fetch: () => Promise<Code>;

  constructor(load: () => Promise<Code>) {
    this.#fetch = load;
    $effect(() => afterPaint(() => void this.load()));
  }

  get loaded(): Code | undefined {
    return this.#loaded;
  }

  /** Fetches it now, unless it has been fetched. */
  async load(): Promise<Code> {
    return (this.#loaded ??= await this.#fetch());
  }
}
