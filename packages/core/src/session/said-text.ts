/**
 * Text that a client has read as it came. What is said afterwards stands behind it: a generation
 * that was made again, or the next of a hidden exchange, cannot take it back.
 */
export class SaidText {
  /** `undefined` where the client reads nothing before the answer is complete. */
  readonly onText: ((delta: string) => void) | undefined;
  #said = '';

  constructor(onText: ((delta: string) => void) | undefined) {
    this.onText =
      onText &&
      ((delta) => {
        this.#said += delta;
        onText(delta);
      });
  }

  /** All that the client holds once `text` is the last that it is told. */
  before(text: string): string {
    if (this.#said === '' || text.startsWith(this.#said)) return text;
    if (text === '' || this.#said.endsWith(text)) return this.#said;
    return `${this.#said}\n\n${text}`;
  }
}
