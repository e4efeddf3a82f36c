//! Code that a page fetches after its first paint.
import { afterPaint } from '../base/idle';

/** Code of a component, fetched after the component was painted. A failure is reported like any uncaught error. */
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

  /** Fetches it now, unless it has been fetched. */
  async coming(): Promise<Code> {
    return (this.#come ??= await this.#load());
  }
}
