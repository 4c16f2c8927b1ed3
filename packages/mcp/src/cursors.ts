import { mcpLimits } from './limits.ts';

/**
 * Places in a server's lists. A client has names of the proxy's own for them: the server's are its
 * words, and what a client could send in their stead would be its own.
 */
export class Cursors {
  readonly #theirs: Map<string, string> = new Map();
  #count = 0;

  /** The name by which the client knows a place. */
  given(theirs: string): string {
    this.#count += 1;
    const name = `page-${this.#count}`;
    this.#theirs.set(name, theirs);
    const [oldest] = this.#theirs.keys();
    if (this.#theirs.size > mcpLimits.cursorsMax && oldest !== undefined) {
      this.#theirs.delete(oldest);
    }
    return name;
  }

  /** `undefined`: the client was never given this, or long ago. */
  theirs(name: unknown): string | undefined {
    return typeof name === 'string' ? this.#theirs.get(name) : undefined;
  }
}
