let made = 0;

/** Texts that are the same on every machine. No two sources give the same: a policy remembers. */
export class Texts {
  #state: number;

  constructor() {
    made += 1;
    this.#state = made;
  }

  /** A whole number of at least 0 and below `bound`. */
  below(bound: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * bound);
  }

  word(): string {
    return `${syllable(this.below(60))}${syllable(this.below(60))}`;
  }

  sentence(): string {
    return `${Array.from({ length: 12 }, () => this.word()).join(' ')}. `;
  }

  /** A mail with four fields, as a tool returns it. */
  mail(): Readonly<Record<string, unknown>> {
    return {
      sender: `${this.word()}@${this.word()}.example`,
      subject: `${this.word()} ${this.word()}`,
      amount: this.below(1_000_000) / 100,
      body: this.sentence(),
    };
  }

  /** A JSON list of mails, of about so many characters. */
  json(characters: number): string {
    return JSON.stringify(
      this.#until(characters, () => this.mail()),
      undefined,
      1,
    );
  }

  prose(characters: number): string {
    return this.#until(characters, () => this.sentence()).join('');
  }

  /** Comma-separated rows of a date, a place and numbers. */
  table(characters: number): string {
    const row = (): string => {
      const date = `2024-0${1 + this.below(9)}-${10 + this.below(19)}`;
      const numbers = Array.from({ length: 6 }, () => (this.below(10_000_000) / 100).toFixed(2));
      return `${date},${this.word()},${numbers.join(',')}\n`;
    };
    return this.#until(characters, row).join('');
  }

  #until<Piece>(characters: number, make: () => Piece): Piece[] {
    const pieces: Piece[] = [];
    for (let length = 0; length < characters;) {
      const piece = make();
      pieces.push(piece);
      length += typeof piece === 'string' ? piece.length : JSON.stringify(piece).length;
    }
    return pieces;
  }
}

function syllable(index: number): string {
  return `${'bdfgklmnprst'.charAt(index % 12)}${'aeiou'.charAt(Math.floor(index / 12))}`;
}
