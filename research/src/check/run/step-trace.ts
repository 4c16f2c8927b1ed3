import {
  generate,
  type History,
  type Output,
  type Relevance,
  type Reply,
  screen,
  type Shortcuts,
  type SpecWorld,
} from '@sluice/core/spec';
import type { StepKind } from '@sluice/core';
import type { Findings } from '../findings.ts';
import type { OwnLabel, OwnLattice } from '../lattice/lattice.ts';
import { Lost, type Cursor } from '../log/cursor.ts';
import { isOf, type EventOf, type LogEvent } from '../log/event.ts';
import { labelsOf, regionIds, type Slot } from './region-ids.ts';

/** The dependencies of a step's derivation. */
export interface Dependencies {
  readonly run: string;
  readonly log: Cursor;
  readonly lattice: OwnLattice;
  readonly findings: Findings;
  readonly world: SpecWorld<OwnLabel>;
  readonly slots: readonly Slot[];
  /** Told of each reply: whether its answer was asked for as JSON. */
  readonly replied: (reply: EventOf<'generation-finished'>['reply']) => void;
  /** Where the calls of these ids stand together in the history; `undefined`: nowhere. */
  readonly exchangeOf: (callIds: readonly string[]) => number | undefined;
}

/** The provider gave nothing to use, and the step ended with it. */
export class GenerationFailed extends Error {
  override readonly name = 'GenerationFailed';
}

type Purpose = EventOf<'generation-finished'>['purpose'];

interface FirstScreen {
  readonly history: History<OwnLabel>;
  readonly relevance: Relevance<OwnLabel>;
  readonly label: OwnLabel;
}

interface Replayed {
  readonly event: EventOf<'read-replayed'>;
  readonly viewed: OwnLabel;
}

/**
 * Derives one step: the specification runs with a model that answers with the recorded replies and
 * a propagator that answers with the recorded relevance, each in the order in which the record has
 * them. Throws `Lost` where the specification asks for what the record does not have next.
 */
export class StepTrace {
  readonly #around: Dependencies;
  #purpose: Purpose;
  /** The label that a view was last made at: what `redact` held regions against. */
  #viewed: OwnLabel;
  /** The first relevance of each draft, its control alone among them. */
  readonly #first: Map<Reply | undefined, FirstScreen> = new Map();
  #staged: Reply | undefined;
  #screened: OwnLabel;
  #regenerated: Reply | undefined;
  #narrowed: StepKind = 'regenerated';
  readonly #replays: Replayed[] = [];
  /** While labels are per argument, reads are replayed and control is decided. */
  #isApart = false;
  #compared = 0;

  constructor(around: Dependencies) {
    this.#around = around;
    this.#purpose = around.world.needsDraft ? 'draft' : 'strict';
    this.#viewed = around.lattice.top;
    this.#screened = around.lattice.top;
  }

  /** The output of the step, and how its label came about. */
  take(before: History<OwnLabel>): { readonly output: Output<OwnLabel>; readonly kind: StepKind } {
    const output = generate(this.#world(), before);
    // A reply that the specification cannot use is none that an engine would have recorded.
    if (output.failed === true) throw new Lost(this.#around.log.last);
    return { output, kind: this.#kindOf(output) };
  }

  /** Where the reads stand that were tried from a narrow view: they are tried once. */
  get tried(): readonly number[] {
    return this.#replays.flatMap(({ event }) => this.#around.exchangeOf(event.callIds) ?? []);
  }

  #world(): SpecWorld<OwnLabel> {
    const { world, lattice } = this.#around;
    return {
      ...world,
      lattice: {
        ...lattice,
        flowsTo: (from, to) => {
          this.#viewed = to;
          return lattice.flowsTo(from, to);
        },
      },
      model: () => this.#reply(),
      relevant: (history, draft) => this.#relevant(history, draft),
      shortcuts: this.#shortcuts(world.shortcuts),
    };
  }

  /** They leave a note of having been taken. */
  #shortcuts(shortcuts: SpecWorld<OwnLabel>['shortcuts']): SpecWorld<OwnLabel>['shortcuts'] {
    if (shortcuts === 'none') return shortcuts;
    const { lazyReads, beforeAsking, staged } = shortcuts;
    return {
      ...shortcuts,
      lazyReads: lazyReads && ((inner, draft) => this.#lowered(lazyReads, inner, draft)),
      staged: staged && ((inner, draft, before) => this.#apart(() => staged(inner, draft, before))),
      beforeAsking:
        beforeAsking &&
        ((inner, draft, at) => {
          this.#narrowed = 'regenerated-asked';
          return beforeAsking(inner, draft, at);
        }),
    };
  }

  #kindOf({ reply, label, lazy }: Output<OwnLabel>): StepKind {
    const { world, lattice } = this.#around;
    if (!world.needsDraft) return 'strict';
    if (reply === this.#staged) return 'staged';
    if (this.#regenerated !== undefined) {
      return reply === this.#regenerated ? this.#narrowed : 'fell-back';
    }
    if (this.#first.size > 0) {
      return lattice.flowsTo(label, this.#screened) ? 'draft-whole' : 'draft-unhelped';
    }
    if (lazy === true) return 'draft-lazy';
    return reply.truncated && reply.calls.length > 0 ? 'draft-unhelped' : 'draft-allowed';
  }

  #reply(): Reply {
    const viewed = this.#viewed;
    const { log, replied } = this.#around;
    const purpose = this.#isApart ? purposeOf(log.next) : this.#purpose;
    if (isOf(log.next, 'generation-failed')) {
      if (log.expect('generation-failed').purpose !== purpose) throw new Lost(log.last);
      return failed(purpose);
    }
    const event = log.expect('generation-finished');
    if (event.purpose !== purpose) throw new Lost(event);
    this.#compare(event, viewed);
    replied(event.reply);
    const { text, calls, stop } = event.reply;
    const reply = { text, calls, truncated: stop === 'truncated' };
    if (purpose === 'regeneration') this.#regenerated = reply;
    if (purpose === 'draft') this.#purpose = 'regeneration';
    if (purpose === 'replay') this.#replays.push({ event: log.expect('read-replayed'), viewed });
    return reply;
  }

  /**
   * The engine asks again only where a read was lowered; where the labels are what they were, the
   * specification is told the same again.
   */
  #relevant(history: History<OwnLabel>, draft: Reply | undefined): Relevance<OwnLabel> {
    const { world, log, slots } = this.#around;
    const first = this.#first.get(draft);
    // Control is screened once more, even where every read came out again.
    const isSame = (one: History<OwnLabel>): boolean =>
      this.#isApart ? one === history : this.#isAlike(one, history);
    if (first !== undefined && isSame(first.history)) {
      if (!this.#isApart) this.#screened = first.label;
      return first.relevance;
    }
    const event = log.expect('relevance-found');
    const ids = new Map(regionIds(world, history, slots).map((id, at) => [id, at]));
    const relevance = this.#read(event, ids);
    const { label } = screen({ ...world, relevant: () => relevance }, history, draft);
    this.#compare(event, label);
    if (!this.#isApart) this.#screened = label;
    if (first === undefined) this.#first.set(draft, { history, relevance, label });
    return relevance;
  }

  #read(event: EventOf<'relevance-found'>, ids: ReadonlyMap<string, number>): Relevance<OwnLabel> {
    const { relevance } = event;
    if (relevance.kind === 'all') return 'everything';
    if (relevance.kind === 'label') return { label: this.#around.lattice.read(relevance.label) };
    // The engine records everything in place of a region that does not exist; so it is read here.
    const found = relevance.regions.map((id) => ids.get(id) ?? -1);
    if (found.includes(-1)) this.#differs(event, 'a region that does not exist');
    const unsourced = relevance.unsourced.map(({ call, argument }) => {
      return { call, name: argument.slice(1).replaceAll('~1', '/').replaceAll('~0', '~') };
    });
    return { regions: found, unsourced };
  }

  #isAlike(one: History<OwnLabel>, other: History<OwnLabel>): boolean {
    if (one === other) return true;
    const { world } = this.#around;
    const [a, b] = [labelsOf(world, one), labelsOf(world, other)];
    return a.length === b.length && a.every((label, at) => label === b[at]);
  }

  /** Lowers reads as the specification does, and holds what came of it against the record. */
  #lowered(
    lower: NonNullable<Shortcuts<OwnLabel>['lazyReads']>,
    world: SpecWorld<OwnLabel>,
    draft: Output<OwnLabel>,
  ): History<OwnLabel> {
    this.#purpose = 'replay';
    const history = lower(world, draft);
    this.#purpose = 'regeneration';
    this.#compareReplays(history);
    return history;
  }

  /** A staged output, or else the history, which holds the reads that were lowered. */
  #apart(take: () => Output<OwnLabel> | History<OwnLabel>): Output<OwnLabel> | History<OwnLabel> {
    this.#isApart = true;
    const taken = take();
    this.#isApart = false;
    const isOutput = 'reply' in taken;
    this.#compareReplays(isOutput ? taken.history : taken);
    if (isOutput) this.#staged = taken.reply;
    return taken;
  }

  #compareReplays(history: History<OwnLabel>): void {
    const fresh = this.#replays.slice(this.#compared);
    this.#compared = this.#replays.length;
    for (const { event, viewed } of fresh) {
      this.#compare(event, viewed);
      const at = this.#around.exchangeOf(event.callIds);
      const isLower = at !== undefined && history[at] !== undefined && isAt(history[at], viewed);
      if (isLower !== event.identical) this.#differs(event, 'whether the read came out again');
    }
  }

  #compare(event: LogEvent & { readonly label: string }, derived: OwnLabel): void {
    if (this.#around.lattice.read(event.label) !== derived) this.#differs(event, 'the label');
  }

  #differs({ seq, type }: LogEvent, what: string): void {
    this.#around.findings.differs({ run: this.#around.run, seq, type }, what);
  }
}

function isAt(entry: History<OwnLabel>[number], label: OwnLabel): boolean {
  return !('role' in entry) && entry.label === label;
}

/** Which of the two comes next. */
function purposeOf(event: LogEvent | undefined): Purpose {
  const isReplay =
    (isOf(event, 'generation-finished') || isOf(event, 'generation-failed')) &&
    event.purpose === 'replay';
  return isReplay ? 'replay' : 'control';
}

/** A failed replay gives an empty reply; any other failure ends the step. */
function failed(purpose: Purpose): Reply {
  if (purpose === 'replay') return { text: '', calls: [], truncated: true };
  throw new GenerationFailed();
}
