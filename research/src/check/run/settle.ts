import { act, finish, textOut } from '@sluice/core/spec';
import type { Answer, Entry, Labels, Question, SpecWorld } from '@sluice/core/spec';
import { canonicalArgs, holdsPlaceholder, sha256, stable } from '../canonical.ts';
import type { Findings } from '../findings.ts';
import type { OwnLabel, OwnLattice } from '../lattice/lattice.ts';
import type { EventOf, LogEvent } from '../log/event.ts';
import type { PolicyReading, Ruled } from '../policy-reading.ts';
import type { OpenItem, OpenOutput } from './open-output.ts';

export interface SettleIn {
  readonly run: string;
  readonly reading: PolicyReading;
  readonly lattice: OwnLattice;
  readonly findings: Findings;
  readonly world: SpecWorld<OwnLabel>;
  readonly ruleAnswer: (text: string) => Ruled;
  /** A client drives the loop. */
  readonly isClient: boolean;
}

/** The specification's verdict on an output. */
export interface Settled {
  readonly entry: Entry<OwnLabel>;
  /** For each call, or for the answer: why it may not be; `undefined`: it may. */
  readonly refused: readonly (string | undefined)[];
}

/**
 * Lets the specification decide on an output, with the recorded answers of the person, and holds
 * every decision, question and refusal of the record against what comes of it.
 */
export function settle(open: OpenOutput, around: SettleIn): Settled {
  return new Settling(open, around).settled();
}

class Settling {
  readonly #open: OpenOutput;
  readonly #around: SettleIn;
  readonly #items: readonly OpenItem[];
  readonly #ruled: Map<OpenItem, Ruled> = new Map();
  readonly #questioned: Set<OpenItem> = new Set();
  /** The item that a rule was asked about last. */
  #at = -1;

  constructor(open: OpenOutput, around: SettleIn) {
    this.#open = open;
    this.#around = around;
    this.#items = open.answer === undefined ? open.calls : [open.answer];
  }

  settled(): Settled {
    const { output, answer } = this.#open;
    const done = (answer === undefined ? act : finish)(this.#world(), output);
    const entry = done.history.at(-1);
    if (entry === undefined) throw new Error('the specification appended nothing');
    const { refused } = done.step;
    this.#compareTexts();
    for (const [at, item] of this.#items.entries()) this.#compareItem(item, refused[at]);
    for (const event of this.#open.strays) this.#differs(event, 'no call of the step has it');
    return { entry, refused };
  }

  #world(): SpecWorld<OwnLabel> {
    const { world, lattice, ruleAnswer } = this.#around;
    const nothing = { shape: lattice.bottom, parts: [] };
    return {
      ...world,
      ruleCall: (tool, args) => this.#rule(tool, args).ruling,
      ruleAnswer: (text) => {
        const ruled = ruleAnswer(text);
        this.#at = 0;
        for (const item of this.#items) this.#ruled.set(item, ruled);
        return ruled.ruling;
      },
      person: world.person && { ...world.person, ask: (question) => this.#ask(question) },
      // Results come later, from whoever carries the calls out.
      execute: () => nothing,
    };
  }

  /** Rules are asked in the order of the calls, and of each at most once. */
  #rule(tool: string, args: string): Ruled {
    const at = this.#items.findIndex((item, index) => {
      return index > this.#at && item.tool === tool && item.written === args;
    });
    const item = this.#items[at];
    const ruled = holdsPlaceholder(canonicalArgs(args) ?? args)
      ? { ruling: { deny: 'placeholder-in-argument' }, rule: 'monitor', ceilings: [] }
      : this.#around.reading.ruleCall(tool, args);
    if (item !== undefined) {
      this.#at = at;
      this.#ruled.set(item, ruled);
    }
    return ruled;
  }

  /** A yes is worth something for the very question that was shown, and once. */
  #ask(
    question: Parameters<NonNullable<SpecWorld<OwnLabel>['person']>['ask']>[0],
  ): Answer<OwnLabel> {
    const item = this.#items[this.#at];
    const asked = item?.asked;
    if (item === undefined || asked === undefined || this.#questioned.has(item)) return 'silence';
    this.#questioned.add(item);
    const isSame = this.#isShown(asked, item, question);
    const { answer } = item.answered ?? {};
    if (answer === undefined || answer.kind === 'none') return 'silence';
    if (answer.kind === 'no') return 'no';
    const isBound = isSame && answer.hash === asked.request.hash;
    return { yes: isBound ? question : { ...question }, by: [...answer.by] };
  }

  /** True if what was shown is the call as it was derived. */
  #isShown(
    asked: EventOf<'question-asked'>,
    item: OpenItem,
    { label, control = label }: Question<OwnLabel>,
  ): boolean {
    const { lattice, run } = this.#around;
    const { hash, ...shown } = asked.request;
    const ruled = this.#ruled.get(item);
    const decided = ruled && decisionOn(ruled, { control, data: label }, lattice);
    const { ruling } = ruled ?? {};
    const ceiling =
      ruling !== undefined && 'ceiling' in ruling && ruling.ceiling !== 'never'
        ? ruled?.ceilings[0]?.ceiling
        : undefined;
    const { ceiling: told } = shown;
    const checks: Readonly<Record<string, boolean>> = {
      'the run': shown.run === run,
      'the tool': shown.tool === item.tool,
      'the arguments': shown.args === item.args,
      'the label': lattice.read(shown.label) === label && lattice.read(asked.label) === label,
      'the rule': shown.rule === decided?.rule,
      'the violations': stable(shown.violations) === stable(decided?.violations),
      'the ceiling': (told === undefined ? undefined : lattice.read(told)) === ceiling,
      'who must answer': stable(shown.dutyOf) === stable(lattice.dutyOf(label)),
      'the hash': hash === sha256(stable(shown)),
      'what the person may be shown': this.#isWithin(shown.evidence, label),
    };
    const wrong = Object.entries(checks).filter(([, holds]) => !holds);
    for (const [what] of wrong) this.#differs(asked, what);
    return wrong.length === 0;
  }

  #isWithin(evidence: readonly { readonly label: string }[], label: OwnLabel): boolean {
    const { lattice } = this.#around;
    return evidence.every((each) => lattice.flowsTo(lattice.read(each.label), label));
  }

  /**
   * Texts that go out, beside calls or as the answer; reasoning is one of which no text is kept.
   */
  #compareTexts(): void {
    const { lattice, ruleAnswer } = this.#around;
    const { label, reply } = this.#open.output;
    for (const event of this.#open.texts) {
      if (lattice.read(event.label) !== label) this.#differs(event, 'the label');
      const expected = decisionOn(ruleAnswer(event.text), { control: label, data: label }, lattice);
      if (stable(event.decision) !== stable(expected)) this.#differs(event, 'the decision');
    }
    // A client reads what was said beside calls too; the run's own loop does not.
    const isOut = this.#open.answer !== undefined || (this.#around.isClient && reply.text !== '');
    const text = textOut(this.#around.world, reply.text, label);
    if (isOut && this.#open.texts.at(-1)?.text !== text) {
      this.#differs(this.#open.step, 'no decision on the text');
    }
  }

  #compareItem(item: OpenItem, why: string | undefined): void {
    const { lattice } = this.#around;
    const { label: control, data: label = control } = this.#open.output;
    const ruled = this.#ruled.get(item);
    const expected = ruled
      ? decisionOn(ruled, { control, data: label }, lattice)
      : refusedUnruled(why ?? 'unruled');
    if (item.asked !== undefined && !this.#questioned.has(item)) {
      this.#differs(item.asked, 'nobody had to be asked');
    }
    for (const event of [item.answered, ...item.refused]) {
      if (event && lattice.read(event.label) !== label) this.#differs(event, 'the label');
    }
    if (this.#open.answer !== undefined) return;
    this.#compareDecided(item, expected);
    for (const [at, event] of item.refused.entries()) {
      const isDerived = at === 0 && event.reason === why && event.rule === expected.rule;
      if (!isDerived) this.#differs(event, 'the refusal');
    }
    const isDropped = this.#open.isWaiting;
    if (why !== undefined && item.refused.length === 0 && !isDropped) {
      this.#differs(item.decided ?? this.#open.step, 'no refusal');
    }
  }

  #compareDecided(item: OpenItem, expected: Decided): void {
    const { lattice } = this.#around;
    const { label: control, data: label = control } = this.#open.output;
    const event = item.decided;
    if (event === undefined) return this.#differs(this.#open.step, 'a call was not decided');
    if (lattice.read(event.label) !== label) this.#differs(event, 'the label');
    if (event.tool !== item.tool || event.args !== item.args) this.#differs(event, 'the call');
    if (stable(event.decision) !== stable(expected)) this.#differs(event, 'the decision');
    if (!this.#isWithin(event.explanation.evidence, label)) this.#differs(event, 'the explanation');
  }

  #differs({ seq, type }: LogEvent, what: string): void {
    this.#around.findings.differs({ run: this.#around.run, seq, type }, what);
  }
}

interface Violation {
  readonly dimension: string;
  readonly argument: string;
}

/** The expected record of a decision. */
interface Decided {
  readonly kind: 'allow' | 'ask' | 'deny';
  readonly rule: string;
  readonly reason?: string | undefined;
  readonly wouldBe?: 'ask' | undefined;
  readonly violations: readonly Violation[];
}

/** The decision that a ruling comes to at a label. */
function decisionOn(
  { ruling, rule, ceilings }: Ruled,
  { control, data }: Labels<OwnLabel>,
  lattice: OwnLattice,
): Decided {
  if ('deny' in ruling) return { kind: 'deny', rule, reason: ruling.deny, violations: [] };
  const violations =
    ruling.ceiling === 'never'
      ? [{ dimension: '*', argument: '' }]
      : ceilings.flatMap(({ argument, ceiling }) =>
          lattice
            .violated(argument === '' ? control : data, ceiling)
            .map((dimension) => ({ dimension, argument })),
        );
  if (violations.length === 0) return { kind: 'allow', rule, violations };
  switch (ruling.otherwise) {
    case 'ask':
      return { kind: 'ask', rule, violations };
    case 'block':
      return { kind: 'deny', rule, reason: 'label-above-ceiling', violations };
    case 'log':
      return { kind: 'allow', rule, wouldBe: 'ask', violations };
  }
}

/** The decision on a call that no rule was asked about. */
function refusedUnruled(reason: string): Decided {
  return { kind: 'deny', rule: 'monitor', reason, violations: [] };
}
