import { type Content, loadPolicy, type Policy, type Region, type Ruling } from '@sluice/core';
import {
  type Parts,
  raise,
  type Region as Labelled,
  type Ruling as SpecRuling,
  whole,
} from '@sluice/core/spec';
import { skeleton } from 'sluice/parts';
import type { EventOf } from './log/event.ts';
import { latticeOf, type OwnLabel, type OwnLattice } from './lattice/lattice.ts';
import { partInTurn } from './turn-parts.ts';

/** The policy's word on a call or an answer. */
export interface Ruled {
  readonly ruling: SpecRuling<OwnLabel>;
  readonly rule: string;
  /** The ceiling of the whole, then those of single arguments by their JSON pointers. */
  readonly ceilings: readonly { readonly argument: string; readonly ceiling: OwnLabel }[];
}

type Tool = EventOf<'tools-declared'>['tools'][number];
type TurnPart = EventOf<'turn-started'>['parts'][number];
type Output = EventOf<'call-executed'>['output'];

/** A call whose result came, and what the client says that it read as. */
export interface Returned {
  readonly tool: string;
  /** Canonical JSON; `undefined` where the arguments were none. */
  readonly args: string | undefined;
  readonly output: Output;
}

/**
 * The checker's only use of the engine: the policy's own words about plain data, as texts of
 * labels. It asks `Policy` what a rule says of one text or one call, and nothing else: what follows
 * from it for a history is the specification's.
 */
export class PolicyReading {
  readonly lattice: OwnLattice;
  readonly #policy: Policy;

  private constructor(policy: Policy, lattice: OwnLattice) {
    this.#policy = policy;
    this.lattice = lattice;
  }

  /** Throws `policy-invalid` for a text that is no policy. */
  static async of(text: string): Promise<PolicyReading> {
    return new PolicyReading(await loadPolicy(text, { skeleton }), latticeOf(text));
  }

  get hash(): string {
    return this.#policy.hash;
  }

  labelOfTool(tool: Tool): OwnLabel {
    return this.#or(() => this.#policy.labelTool(tool));
  }

  vouchesFor(tool: string): boolean {
    return this.#policy.vouchesFor(tool);
  }

  clearance(model: string): OwnLabel {
    const { bottom, read } = this.lattice;
    try {
      return read(this.#policy.clearance(model, 'main').text);
    } catch {
      return bottom;
    }
  }

  isRead(tool: string): boolean {
    return this.#policy.effect(tool) === 'read';
  }

  resultFloor(tool: string): OwnLabel {
    return this.lattice.read(this.#policy.resultFloor(tool).text);
  }

  /** The arguments of a tool that only say something. */
  dataOf(tool: string): readonly string[] {
    try {
      return this.#policy.dataOf?.(tool) ?? [];
    } catch {
      return [];
    }
  }

  /** The label that a result of the tool `read` carries at least after these calls. */
  readBack(decided: readonly EventOf<'call-decided'>[], read: string): OwnLabel {
    const { join, bottom } = this.lattice;
    const { readBack, space } = this.#policy;
    const tools = [...new Set(decided.map(({ tool }) => tool))];
    const writing = tools.filter((tool) => this.vouchesFor(tool) && !this.isRead(tool));
    return writing.reduce((all, tool) => {
      const labels = decided.filter((one) => one.tool === tool).map(({ label }) => label);
      const label = labels.map((text) => space.parse(text)).reduce((a, b) => space.join(a, b));
      return join(
        all,
        this.#or(() => readBack?.({ tool, label }, read) ?? space.bottom),
      );
    }, bottom);
  }

  ruleCall(tool: string, args: string): Ruled {
    return this.#ruled(() => this.#policy.ruleCall(tool, args));
  }

  ruleAnswer(text: string, structured: boolean | undefined): Ruled {
    return this.#ruled(() => this.#policy.ruleAnswer(text, { structured }));
  }

  /** A policy that fails to say it has no other form of an answer. */
  inertAnswer(text: string, structured: boolean | undefined): string | undefined {
    try {
      return this.#policy.inertAnswer?.(text, { structured });
    } catch {
      return undefined;
    }
  }

  /** A turn: a span may open in one part and close in another. */
  turn(role: 'system' | 'user', parts: readonly TurnPart[]): Parts<OwnLabel> {
    const label = (text: string): Labelled<OwnLabel> =>
      this.#regions(text, () => this.#policy.labelTurn(role, text));
    const opaque = this.#or(() => this.#policy.labelOpaqueTurn(role));
    const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    const isOne = parts.length < 2;
    const together = label(text);
    let start = 0;
    const labelled = parts.map((part) => {
      if (part.kind === 'opaque') return whole(opaque, '');
      const own = label(part.text);
      const inTurn = isOne ? own : partInTurn(this.lattice, own, { together, start });
      start += part.text.length;
      return raise(this.lattice, this.#least(part), inTurn);
    });
    return { shape: isOne ? this.lattice.bottom : together.label, parts: labelled };
  }

  /** A result by the policy alone; the specification joins the call's label into it. */
  result({ tool, args, output }: Returned): Parts<OwnLabel> {
    const { bottom, join } = this.lattice;
    const { parts, failed = false } =
      typeof output === 'string' ? { parts: [{ kind: 'text' as const, text: output }] } : output;
    const opaque = this.#or(() => this.#policy.labelOpaqueResult(tool, failed));
    const value = args === undefined ? undefined : objectIn(args);
    const labelled = parts.map((part) => {
      if (part.kind === 'opaque') return whole(opaque, '');
      const { text } = part;
      const result = { tool, args: value, text, failed };
      const region = this.#regions(text, () => this.#policy.labelResult(result));
      return raise(this.lattice, this.#least(part), region);
    });
    const shape = labelled.reduce((all, { label }) => join(all, label), bottom);
    return { shape: labelled.length === 0 ? opaque : shape, parts: labelled, failed };
  }

  /** A label that the policy fails to give is the top. */
  #or(label: () => { readonly text: string }): OwnLabel {
    try {
      return this.lattice.read(label().text);
    } catch {
      return this.lattice.top;
    }
  }

  #regions(text: string, label: () => Content): Labelled<OwnLabel> {
    try {
      const { bottom } = this.lattice;
      return raise(this.lattice, bottom, this.#region(text, label().root));
    } catch {
      return whole(this.lattice.top, text);
    }
  }

  #region(text: string, { start, end, label, form, parts }: Region): Labelled<OwnLabel> {
    const starts = [start, ...parts.map((part) => part.end)];
    const body = starts.flatMap((from, at): (string | Labelled<OwnLabel>)[] => {
      const inner = parts[at];
      const own = text.slice(from, inner?.start ?? end);
      return [...(own === '' ? [] : [own]), ...(inner ? [this.#region(text, inner)] : [])];
    });
    return { label: this.lattice.read(label.text), quoted: form !== 'text', body };
  }

  /** The sender's label can only restrict; an unreadable one restricts most. */
  #least({ least }: { readonly least?: string | undefined }): OwnLabel {
    return least === undefined ? this.lattice.bottom : this.#or(() => ({ text: least }));
  }

  #ruled(rule: () => Ruling): Ruled {
    try {
      return this.#read(rule());
    } catch {
      return { ruling: { deny: 'policy-failed' }, rule: 'policy', ceilings: [] };
    }
  }

  #read(ruling: Ruling): Ruled {
    const { rule } = ruling;
    if (ruling.kind === 'deny') return { ruling: { deny: ruling.reason }, rule, ceilings: [] };
    const { onViolation: otherwise } = ruling;
    if (ruling.kind === 'never')
      return { ruling: { ceiling: 'never', otherwise }, rule, ceilings: [] };
    const { read, meet } = this.lattice;
    const named = Object.entries(ruling.perArgument).map(([name, ceiling]) => ({
      argument: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      ceiling: read(ceiling.text),
    }));
    const ceilings = [{ argument: '', ceiling: read(ruling.ceiling.text) }, ...named];
    const ceiling = ceilings.map((each) => each.ceiling).reduce(meet);
    const control = read(ruling.ceiling.text);
    const said = Object.entries(ruling.perArgument);
    const data = Object.fromEntries(said.map(([name, each]) => [name, read(each.text)]));
    return { ruling: { ceiling, control, data, otherwise }, rule, ceilings };
  }
}

function objectIn(args: string): Readonly<Record<string, unknown>> | undefined {
  const value: unknown = JSON.parse(args);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}
