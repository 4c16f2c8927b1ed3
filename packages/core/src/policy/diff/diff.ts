import type { Policy } from '../policy.ts';
import type { OutcomeSource } from '../case-source.ts';
import type { PolicySource } from '../source.ts';
import { firstOfEach } from './cells.ts';
import { loweredLabels, raisedCeilings } from './raised.ts';
import { rolesLoosened } from './roles.ts';
import { sourcesOf } from './sides.ts';
import { unevenGaps } from './uneven.ts';
import type { Sink } from './sink.ts';
import { sinksIn } from './sinks.ts';
import { sourcesIn, type Source, type SourceWitness } from './sources.ts';

// For whoever tries the sources and sinks of a policy on an agent.
export { stranger } from './cells.ts';
export { otherKey } from './document.ts';
export { requiredOf } from './example-value.ts';
export { fitsSchema } from './fitted.ts';
export { rulesBehind } from './rules-behind.ts';
export type { Sink } from './sink.ts';
export { sinksIn } from './sinks.ts';
export { sourcesIn, unnamedTool, type SourceWitness } from './sources.ts';
export { unevenGaps } from './uneven.ts';
export { outcomeApart, outcomeOf } from '../outcome.ts';

/** A source whose text may go further under one policy than under the other. */
export interface FlowChange {
  readonly source: string;
  readonly sink: string;
  /** The outcome for that text under the policy before, and under the one after. */
  readonly before: OutcomeSource;
  readonly after: OutcomeSource;
  /** The labels of the text under both. */
  readonly labels: { readonly before: string; readonly after: string };
  /** The result that holds the text, and the call that it reaches: run both through `explain`. */
  readonly witness: {
    readonly result: SourceWitness | undefined;
    readonly call: { readonly tool: string; readonly args: string } | undefined;
  };
}

export interface PolicyDiff {
  /** Text reaches a sink without a question where it did not. */
  readonly opened: readonly FlowChange[];
  /** A person may let text through where it was refused. */
  readonly askable: readonly FlowChange[];
  /** Text no longer reaches a sink without a question. */
  readonly closed: readonly FlowChange[];
  /** What is looser and no flow shows: roles, effects, gates, ceilings that others hold back. */
  readonly loosened: readonly string[];
  /** Comparisons that could not be made in full, in words: a flow may have been missed there. */
  readonly gaps: readonly string[];
}

/**
 * The flows that a change of policy opens and closes. One value is tried for each way in which the
 * conditions of either policy tell values apart, and both policies label and rule it: no flow is
 * made up, and none is missed but where `gaps` says so. Flows from single sources are enough, since
 * text of two flows where each of them does. Throws `policy-invalid` for a policy made elsewhere.
 */
export function diffPolicies(before: Policy, after: Policy): PolicyDiff {
  const sides = { before, after };
  const sources = sourcesIn(sides);
  const sinks = sinksIn(sides);
  const stuck = sinks.stuck.map((tool) => `calls of ${tool}: none fits its schema`);
  const ranked = sources.all.flatMap((source) => {
    const calls = changesOf(source, sinks.all);
    // Text that leads to a call may stand in it anyway.
    const known = new Set(calls.map(({ change, kind }) => `${kind} ${toolOf(change)}`));
    const within = changesOf(source, sinks.ofArguments);
    return [
      ...calls,
      ...within.filter(({ change, kind }) => !known.has(`${kind} ${toolOf(change)}`)),
    ];
  });
  const of = (wanted: Kind): readonly FlowChange[] =>
    onePerPair(ranked.filter(({ kind }) => kind === wanted).map(({ change }) => change));
  const [opened, askable] = [of('opened'), of('askable')];
  const left = new Set([...opened, ...askable].map(({ source }) => source));
  const reached = [...opened, ...askable].map(({ sink, witness }) => {
    return { sink, tool: witness.call?.tool };
  });
  return {
    opened,
    askable,
    closed: of('closed'),
    loosened: [
      ...loosened(before, after),
      ...raisedCeilings(sides, reached),
      ...loweredLabels(sides, sources.all, left),
    ],
    gaps: [
      ...new Set([
        ...sources.gaps,
        ...sinks.gaps,
        ...stuck,
        ...patternGaps(before, after),
        ...unevenGaps(sides),
      ]),
    ],
  };
}

function changesOf(
  source: Source,
  sinks: readonly Sink[],
): readonly { readonly change: FlowChange; readonly kind: Kind }[] {
  return sinks.flatMap((sink) => {
    const change = changeOf(source, sink);
    return change === undefined ? [] : [{ change, kind: kindOf(change) }];
  });
}

function toolOf({ witness }: FlowChange): string {
  return witness.call?.tool ?? '';
}

function changeOf(source: Source, sink: Sink): FlowChange | undefined {
  const [before, after] = [sink.before(source.before), sink.after(source.after)];
  if (before === after) return undefined;
  return {
    source: source.name,
    sink: sink.name,
    before,
    after,
    labels: { before: source.before.text, after: source.after.text },
    witness: { result: source.witness, call: sink.call },
  };
}

type Kind = 'opened' | 'askable' | 'closed' | 'other';

/** In `log` mode a call runs. */
const ranks: Readonly<Record<OutcomeSource, number>> = {
  deny: 0,
  block: 0,
  ask: 1,
  log: 2,
  allow: 2,
};

function kindOf({ before, after }: FlowChange): Kind {
  const [old, now] = [ranks[before], ranks[after]];
  if (now > old) return now === 2 ? 'opened' : 'askable';
  return now < old && old === 2 ? 'closed' : 'other';
}

/** One flow may be open in many cases: the first witness of each source and sink stays. */
function onePerPair(changes: readonly FlowChange[]): readonly FlowChange[] {
  return firstOfEach(changes, ({ source, sink }) => JSON.stringify([source, sink]));
}

function loosened(before: Policy, after: Policy): readonly string[] {
  const [old, now] = sourcesOf({ before, after });
  const names = Object.keys(now?.tools ?? {});
  const reads = names.filter(
    (tool) => after.effect(tool) === 'read' && before.effect(tool) === 'write' && old?.tools[tool],
  );
  const gates = new Set((now?.postCheck ?? []).map((gate) => JSON.stringify(gate)));
  const gone = (old?.postCheck ?? []).filter((gate) => !gates.has(JSON.stringify(gate)));
  const pins = names.filter(
    (tool) => pinOf(now, tool) !== undefined && pinOf(now, tool) !== pinOf(old, tool),
  );
  return [
    ...pins.map((tool) => `${tool} has another pin: another description is trusted`),
    ...reads.map((tool) => `${tool} counts as free of effects: its calls may be made again`),
    ...rolesLoosened(old, now),
    ...dutiesGone(old, now),
    ...(now?.answer.links === 'inert' && old?.answer.links !== 'inert'
      ? ['answers with links that nobody can follow go out where a person was asked']
      : []),
    ...gone.map(({ name = 'postCheck' }) => `the gate ${name} is gone or changed`),
  ];
}

/** A pattern is tried with some texts that it takes: another one may take more. */
function patternGaps(before: Policy, after: Policy): readonly string[] {
  const [old, now] = sourcesOf({ before, after });
  return Object.entries(now?.tools ?? {}).flatMap(([tool, source]) => {
    const known = new Set(patternsIn(old?.tools[tool]));
    const isOther =
      old?.tools[tool] !== undefined && patternsIn(source).some((one) => !known.has(one));
    return isOther
      ? [`${tool}: a pattern is another, and only some texts of its kind were tried`]
      : [];
  });
}

const patternKeys: ReadonlySet<string> = new Set(['matches', 'pattern']);

function patternsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    patternKeys.has(key) ? [JSON.stringify(each)] : patternsIn(each),
  );
}

/** Dimensions by which several people must agree, and now any one may. */
function dutiesGone(
  old: PolicySource | undefined,
  now: PolicySource | undefined,
): readonly string[] {
  return Object.keys(old?.lattice ?? {})
    .filter((name) => isDuty(old, name) && !isDuty(now, name))
    .map(
      (name) => `\`${name}\` no longer says who must agree (separationOfDuty): one yes is enough`,
    );
}

function isDuty(source: PolicySource | undefined, name: string): boolean {
  const dimension = source?.lattice[name];
  return dimension !== undefined && 'powerset' in dimension && dimension.separationOfDuty === true;
}

function pinOf(source: PolicySource | undefined, tool: string): string | undefined {
  const description = source?.tools[tool]?.description;
  return typeof description === 'object' ? description.pin : undefined;
}
