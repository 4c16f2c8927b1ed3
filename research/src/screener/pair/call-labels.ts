import {
  draftAllowed,
  type History,
  joinAll,
  type Label,
  type ModelReply,
  type Policy,
  type RegionEntry,
  regionsOf,
} from '@sluice/core';

/**
 * The labels of a call's regions in numbers: enough to tell what naming some of them shows, and
 * whether the policy then lets the call pass unasked.
 */
export interface CallLabels {
  /** By region, the place of its label; 0 is the label that every step has. */
  readonly levels: ReadonlyMap<string, number>;
  /** For each label, which labels it flows to. */
  readonly flows: readonly (readonly boolean[])[];
  /** For each label, true if the call would be asked about or refused at it. */
  readonly stops: readonly boolean[];
  /** The labels that must be shown for the call to be made again. */
  readonly needs: readonly number[];
}

interface LabelledPlace {
  readonly policy: Policy;
  readonly history: History;
  readonly draft: ModelReply;
}

/** Numbers the labels before a call, of which some regions must be shown. */
export function callLabels(
  { policy, history, draft }: LabelledPlace,
  needed: readonly RegionEntry[],
): CallLabels {
  const { space } = policy;
  const floor = joinAll(space, alwaysNamed(history, draft));
  const found: Label[] = [floor];
  const placeOf = ({ label }: RegionEntry): number => {
    const own = space.join(floor, label);
    if (!found.includes(own)) found.push(own);
    return found.indexOf(own);
  };
  const levels = new Map(regionsOf(history).map((entry) => [entry.id, placeOf(entry)]));
  const needs = [...new Set(needed.map(placeOf))];
  const isAllowed = draftAllowed(policy);
  const input = { space, history, draft, signal: new AbortController().signal };
  return {
    levels,
    flows: found.map((one) => found.map((other) => space.flowsTo(one, other))),
    stops: found.map((label) => !isAllowed(label, input)),
    needs,
  };
}

/** The task, and the declarations of what is called: `attention` names these whatever it reads. */
function alwaysNamed(history: History, draft: ModelReply): readonly Label[] {
  const called = new Set(draft.calls.map(({ tool }) => tool));
  const declared = history.tools.filter(({ tool }) => called.has(tool.name));
  const turns = regionsOf(history).filter(({ message, source }) => {
    const role = history.at(message)?.role;
    if (role === 'system') return true;
    return role === 'user' && (source.kind !== 'text' || source.region === source.content.root);
  });
  return [...turns, ...declared].map(({ label }) => label);
}
