import type { Label, LabelSpace } from '../src/label/label.ts';
import type { CallDraft, PartDraft, PartsDraft, Piece, TurnDraft } from './labelled-histories.ts';
import { disguised, endless } from './labelled-trees.ts';

/** Where the other things come from that stand in place of hidden ones. */
export interface Noise {
  readonly turns: readonly TurnDraft[];
  readonly parts: readonly PartDraft[];
  readonly pieces: readonly Piece[];
}

export interface Variation {
  readonly space: LabelSpace;
  /** The label of the reader whose view must not change. */
  readonly cleared: Label;
  readonly noise: Noise;
  /** True if hidden generations and calls also come and go. */
  readonly structure: 'keep' | 'drop';
}

/**
 * Another history that agrees with the first on everything that flows to `cleared`, and on public
 * structure: everything else becomes other things, of other forms, numbers and lengths.
 */
export function varied(turns: readonly TurnDraft[], variation: Variation): readonly TurnDraft[] {
  return new Varier(variation).turns(turns);
}

class Varier {
  readonly #space: LabelSpace;
  readonly #cleared: Label;
  readonly #noise: Noise;
  readonly #drops: boolean;
  #taken = 0;

  constructor({ space, cleared, noise, structure }: Variation) {
    this.#space = space;
    this.#cleared = cleared;
    this.#noise = noise;
    this.#drops = structure === 'drop';
  }

  turns(turns: readonly TurnDraft[]): readonly TurnDraft[] {
    const kept = turns.filter((turn) => !this.#drops || !this.#isHiddenTurn(turn));
    const others = kept.map((turn) => this.#turn(turn));
    if (!this.#drops || !this.#isHidden(this.#space.top)) return others;
    const added = this.#noise.turns
      .filter((turn) => turn.kind === 'generation')
      .map((turn) => ({ ...turn, label: this.#space.top }));
    return others.flatMap((turn, at) => [turn, ...added.slice(at, at + 1)]);
  }

  #isHidden(label: Label): boolean {
    return !this.#space.flowsTo(label, this.#cleared);
  }

  #isHiddenTurn(turn: TurnDraft): boolean {
    return turn.kind === 'generation' && this.#isHidden(turn.label);
  }

  #turn(turn: TurnDraft): TurnDraft {
    if (turn.kind === 'prompt') return { ...turn, said: this.#said(turn.said) };
    const hidden = this.#isHidden(turn.label);
    const text = hidden ? this.#noise.pieces : this.#pieces(turn.text);
    if (!this.#drops) {
      return { ...turn, text, calls: turn.calls.map((call) => this.#call(call, hidden)) };
    }
    const calls = turn.calls.filter(({ label }) => !this.#isHidden(label));
    const added = this.#noise.turns.flatMap((other) =>
      other.kind === 'generation' ? other.calls.filter(({ label }) => this.#isHidden(label)) : [],
    );
    return { ...turn, text, calls: [...calls.map((call) => this.#call(call, hidden)), ...added] };
  }

  #call(call: CallDraft, generationHidden: boolean): CallDraft {
    const result = call.result === undefined ? undefined : this.#said(call.result);
    if (!generationHidden && !this.#isHidden(call.label)) {
      return { ...call, args: this.#args(call.args), result };
    }
    const tool = call.declared ? call.tool : `${call.tool}_too`;
    return { ...call, tool, args: this.#next(this.#noise.parts) ?? call.args, result };
  }

  /** Opaque arguments are not read, and stand as text that is no JSON. */
  #args(args: PartDraft): PartDraft {
    return args.kind === 'opaque' ? args : this.#part(args);
  }

  #said({ shape, parts }: PartsDraft): PartsDraft {
    const others = this.#isHidden(shape)
      ? this.#noise.parts
      : parts.map((part) => this.#part(part));
    return { shape, parts: others };
  }

  #part(part: PartDraft): PartDraft {
    switch (part.kind) {
      case 'text':
        return { ...part, pieces: this.#pieces(part.pieces) };
      case 'opaque':
        return this.#isHidden(part.label) ? this.#hiddenPart(part.label) : part;
      case 'document': {
        if (this.#isHidden(part.tree.label)) return this.#hiddenPart(part.tree.label);
        const trees = this.#noise.parts.flatMap((each) => ('tree' in each ? [each.tree] : []));
        if (trees.length === 0) return part;
        const isHidden = (label: Label): boolean => this.#isHidden(label);
        const noise = endless(trees);
        return { ...part, tree: disguised(this.#space, part.tree, { isHidden, noise }) };
      }
    }
  }

  /** Any part whose every region is hidden looks like any other. */
  #hiddenPart(label: Label): PartDraft {
    const other = this.#next(this.#noise.parts);
    switch (other?.kind) {
      case 'document':
        return { ...other, tree: { ...other.tree, label } };
      case 'opaque':
        return { ...other, label };
      case 'text':
      case undefined:
        return { kind: 'text', pieces: [{ text: 'other', label }] };
    }
  }

  /** Each run of hidden pieces becomes another run, of another number of pieces. */
  #pieces(pieces: readonly Piece[]): readonly Piece[] {
    return pieces.flatMap((piece, at) => {
      if (!this.#isHidden(piece.label)) return [piece];
      const before = pieces[at - 1];
      if (before !== undefined && this.#isHidden(before.label)) return [];
      const others = this.#noise.pieces.slice(this.#taken % 3);
      this.#taken += 1;
      return [{ ...piece, text: 'x' }, ...others.map(({ text }) => ({ text, label: piece.label }))];
    });
  }

  #next<Item>(items: readonly Item[]): Item | undefined {
    this.#taken += 1;
    return items[this.#taken % Math.max(items.length, 1)];
  }
}
