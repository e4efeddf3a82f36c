//! Code that a page fetches once it has been painted.
import { afterPaint } from '../base/idle';

/** The code, once it has come. For a component: it is fetched when that has been painted. What goes wrong is told like any
 *  error that nobody catches. */
export class Rest<Code> {
  #come: Code | undefined = $state.raw();
  readonly #load: () => Promise<Code>;

  constructor(load: () => Promise<Code>) {
    this.#load = load;
    $effect(() => afterPaint(() => void this.coming()));
  }

  get come(): Code | undefined {
    return this.#come;
  }

  /** Fetches it now, unless it is there or on its way. */
  async coming(): Promise<Code> {
    return (this.#come ??= await this.#load());
  }
}
