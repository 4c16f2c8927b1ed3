import {
  regionsOf,
  type Decision,
  type Label,
  type MonitorEvent,
  type StepKind,
} from '@sluice/core';
import { placesOf } from '../show/place.ts';
import { knows } from './known-tools.ts';
import { callsIn } from './read/record.ts';
import type { Replayed } from './run.ts';

/** A call, or an answer, that would not have gone on by itself. */
export interface Interruption {
  readonly step: number;
  /** The tool, or `the answer`. */
  readonly tool: string;
  readonly rule: string;
  /**
   * `unclaimed`: an argument without a visible source, of a propagator that claims nothing.
   * `unknown`: a call of a tool that the policy does not know.
   */
  readonly kind: 'ask' | 'deny' | 'unclaimed' | 'unknown';
  readonly dimensions: readonly string[];
  /** `/recipient <- read_file (exact)`: the values that came from above the ceiling. */
  readonly paths: readonly string[];
}

type Decided = Extract<MonitorEvent, { type: 'call-decided' | 'answer-decided' }>;

/**
 * Everything about which a person would have been asked, or that would have been refused, in the
 * order in which it happened. What `log` mode only notes counts, for that is what it is for.
 */
export function interruptionsIn(replayed: Replayed): readonly Interruption[] {
  const claimless = claimlessSteps(replayed.events);
  const pathsOf = pathsIn(replayed);
  const decided = replayed.events
    .filter((event) => event.type === 'call-decided' || event.type === 'answer-decided')
    .filter((event) => event.type !== 'call-decided' || knows(replayed.policy, event.tool))
    .flatMap((event): readonly Interruption[] => {
      const kind = verdictOf(event.decision);
      const { step, decision } = event;
      const tool = event.type === 'call-decided' ? event.tool : 'the answer';
      const base = { step, tool, rule: decision.rule };
      if (kind === 'allow') return claimless.has(step) ? unclaimed(event, base) : [];
      const dimensions = [...new Set(decision.violations.map(({ dimension }) => dimension))];
      return [{ ...base, kind, dimensions, paths: pathsOf(event) }];
    });
  return [...decided, ...ofUnknownTools(replayed)].toSorted((a, b) => a.step - b.step);
}

/** As recorded: whether the monitor came to decide on such a call makes it no safer. */
function ofUnknownTools({ run, policy }: Replayed): readonly Interruption[] {
  return callsIn(run)
    .filter(({ call }) => !knows(policy, call.tool))
    .map(({ step, call }) => {
      return { step, tool: call.tool, rule: 'default', kind: 'unknown', dimensions: [], paths: [] };
    });
}

function verdictOf(decision: Decision): Decision['kind'] {
  return decision.kind === 'allow' ? (decision.wouldBe ?? 'allow') : decision.kind;
}

/** One for each argument, so that a propagator that answers "nothing" gains nothing by it. */
function unclaimed(
  event: Decided,
  base: Pick<Interruption, 'step' | 'tool' | 'rule'>,
): readonly Interruption[] {
  if (event.type !== 'call-decided') return [];
  return event.explanation.unsourced.map((argument) => {
    const paths = [`${argument} <- no visible source`];
    return { ...base, kind: 'unclaimed', dimensions: [], paths };
  });
}

const narrowedKinds: ReadonlySet<StepKind> = new Set(['regenerated', 'regenerated-asked']);

/**
 * How many arguments went through without a visible source, in calls that were made from a narrowed
 * view: the agent's own words there, or what a propagator overlooked. Nothing was asked about them.
 */
export function unvouchedIn({ events }: Replayed): number {
  const narrowed = new Set(
    events.flatMap((event) =>
      event.type === 'step-labelled' && narrowedKinds.has(event.kind) ? [event.step] : [],
    ),
  );
  return events
    .filter((event) => event.type === 'call-decided')
    .filter(({ step, decision }) => narrowed.has(step) && verdictOf(decision) === 'allow')
    .reduce((sum, { explanation }) => sum + new Set(explanation.unsourced).size, 0);
}

/** The steps whose propagator named no source at all, and did not call everything relevant. */
function claimlessSteps(events: readonly MonitorEvent[]): ReadonlySet<number> {
  const steps = new Set<number>();
  for (const event of events) {
    if (event.type !== 'relevance-found') continue;
    const { relevance } = event;
    const isSilent = relevance.kind === 'regions' && relevance.evidence.length === 0;
    if (relevance.kind === 'label' || isSilent) steps.add(event.step);
    else steps.delete(event.step);
  }
  return steps;
}

/** The arguments of a call that came from above its ceiling, with the place that each came from. */
function pathsIn({ history, events, policy }: Replayed): (event: Decided) => readonly string[] {
  const { space } = policy;
  const place = placesOf(history);
  const labels = new Map(regionsOf(history).map(({ id, label }) => [id, label]));
  const ceilings = new Map<string, Label | undefined>();
  for (const event of events) {
    if (event.type === 'question-asked') {
      ceilings.set(event.request.callId, event.request.ceiling);
    }
  }
  return (event) => {
    if (event.type !== 'call-decided') return [];
    // Where nobody was asked no ceiling is recorded: then all that is not at the bottom is named.
    const ceiling = ceilings.get(event.callId) ?? space.bottom;
    const isAbove = (region: string): boolean =>
      !space.flowsTo(labels.get(region) ?? space.top, ceiling);
    return event.explanation.evidence
      .filter(({ argument, region }) => argument !== '' && isAbove(region))
      .map(({ argument, region, how }) => `${argument} <- ${place(region)} (${how})`);
  };
}
