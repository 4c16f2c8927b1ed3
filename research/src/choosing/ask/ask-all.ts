import { createHash } from 'node:crypto';
import {
  draftAllowed,
  History,
  type Policy,
  type Propagator,
  propagatorByName,
  redact,
  regionsOf,
  type Relevance,
  type Ruling,
  SluiceError,
} from '@sluice/core';
import { multiExecution } from '../../asking/multi-execution.ts';
import type { Answers } from '../../task/answers.ts';
import type { KnownCall } from '../call/known-call.ts';
import { keptOf, relevanceOf } from '../../task/kept-relevance.ts';
import { type Answer, type Cost, costsTogether, noCost } from './answer.ts';

/** Propagators that somebody has opened, for a policy, by the names of `PropagatorParts.more`. */
export type OpenedScreeners = Readonly<
  Partial<Record<string, (policy: Policy, options: string) => Propagator>>
>;

/** Raised with every change of what is asked. */
const version = 2;

/** Counts what the models of opened propagators do. */
export class WorkCount {
  #modelCalls = 0;
  #tokens = 0;

  readonly add = ({ tokens }: { readonly tokens: number }): void => {
    this.#modelCalls += 1;
    this.#tokens += tokens;
  };

  get done(): Omit<Cost, 'seconds'> {
    return { modelCalls: this.#modelCalls, tokens: this.#tokens };
  }
}

export interface AskOptions {
  readonly opened: OpenedScreeners;
  readonly work: WorkCount;
  readonly ledger: Answers<Answer>;
  readonly versions: Readonly<Record<string, string>>;
  /** Seconds that this process has used, from any beginning. */
  readonly seconds: () => number;
  readonly signal: AbortSignal;
}

/** A propagator's answer about a call, and its cost. */
export interface Asked {
  readonly relevance: Relevance;
  readonly cost: Cost;
}

/**
 * Asks a propagator, by its name, about a call in a run of its own: with what it keeps of a run
 * from the step before, and nothing of other calls. Those that others are made of are asked once
 * and serve all; what a union costs is the sum. Throws
 * `propagator-invalid` for a name that is none; a propagator that fails has found everything.
 */
export async function askAbout(name: string, call: KnownCall, options: AskOptions): Promise<Asked> {
  let cost = noCost;
  const { space, history, draft, policy } = call;
  const names = [...ofTheCore, agents, ...Object.keys(options.opened)];
  const more = new Map(
    names.map((simple) => [
      simple,
      (written: string): Propagator =>
        kept(simple, written, {
          call,
          options,
          onCost: (own) => (cost = costsTogether(cost, own)),
        }),
    ]),
  );
  const accept = draftAllowed(policy);
  const propagator = propagatorByName(name, { space, accept, timeoutMsEach, more });
  const { signal } = options;
  const relevance = await orEverything(propagator, { space, history, draft, signal });
  signal.throwIfAborted();
  return { relevance, cost };
}

/** Nobody waits here for an answer: how long one takes is what is measured. */
const timeoutMsEach = 86_400_000;

const ofTheCore = ['naive', 'redact-all', 'lineage'] as const;

/** Runs the agent's own model where its options name no other. */
const agents = 'multi-execution';

interface Keeping {
  readonly call: KnownCall;
  readonly options: AskOptions;
  readonly onCost: (cost: Cost) => void;
}

/** A propagator that is asked only where the ledger does not have its answer. */
function kept(name: string, written: string, { call, options, onCost }: Keeping): Propagator {
  const { ledger, versions } = options;
  const inner = simplePropagator(name, written, { call, options });
  return {
    name,
    needs: 'draft',
    relevant: async (input) => {
      const key = answerKey(`${name}(${written})`, call, versions);
      const answer = await ledger.once(key, () => inRun(inner, { input, call, options }));
      onCost(answer.cost);
      return relevanceOf(answer.said, call.space);
    },
  };
}

function simplePropagator(
  name: string,
  written: string,
  { call, options: { opened, work } }: Omit<Keeping, 'onCost'>,
): Propagator {
  const { space, policy } = call;
  if (name === agents && written === '') return executed(call, work);
  const make = opened[name];
  if (make !== undefined) return make(policy, written);
  return propagatorByName(written === '' ? name : `${name}(${written})`, { space, timeoutMsEach });
}

/** How often multi-execution may run the agent's model for a step. */
const modelCallsMax = 40;

/** Multi-execution runs the model that made the call, and no other makes sense. */
function executed({ agent, policy }: KnownCall, work: WorkCount): Propagator {
  if (agent === undefined) {
    throw new SluiceError(
      'propagator-invalid',
      'nobody can be asked to make a recorded call again',
      {
        hint: 'leave `multi-execution` out, or name a model: `multi-execution(model=ID)`',
      },
    );
  }
  return multiExecution({
    model: agent,
    clearance: policy.space.top,
    structure: 'keep',
    accept: draftAllowed(policy),
    modelCallsMax,
    onExecuted: ({ modelCalls }) => {
      for (let count = 0; count < modelCalls; count += 1) work.add({ tokens: 0 });
    },
  });
}

type DraftedInput = Parameters<Extract<Propagator, { readonly needs: 'draft' }>['relevant']>[0];

interface InRun {
  readonly input: DraftedInput;
  readonly call: KnownCall;
  readonly options: AskOptions;
}

/**
 * Asks as in a run: a propagator that remembers has been asked at the step before, where there was
 * one, and what that cost is not this call's.
 */
async function inRun(propagator: Propagator, { input, call, options }: InRun): Promise<Answer> {
  const { forget } = propagator;
  if (forget === undefined) return measured(propagator, input, options);
  const run = call.id;
  const before = stepBefore(input);
  if (before !== undefined) await orEverything(propagator, { ...before, run });
  try {
    return await measured(propagator, { ...input, run }, options);
  } finally {
    await forget(run);
  }
}

/** The history and the draft of the last step before, as they were then. */
function stepBefore(input: DraftedInput): DraftedInput | undefined {
  const { space, history } = input;
  const at = history.messages.findLastIndex(({ role }) => role === 'assistant');
  const last = redact(space, history, space.top, { structure: 'keep' }).messages[at];
  if (last?.role !== 'assistant') return undefined;
  const { text, calls } = last;
  const draft = { text, calls, stop: 'complete' as const };
  return { ...input, history: History.of(history.tools, history.messages.slice(0, at)), draft };
}

async function measured(
  propagator: Propagator,
  input: DraftedInput,
  { work, seconds }: AskOptions,
): Promise<Answer> {
  const [before, from] = [work.done, seconds()];
  const said = keptOf(await orEverything(propagator, input));
  const after = work.done;
  return {
    said,
    cost: {
      modelCalls: after.modelCalls - before.modelCalls,
      tokens: after.tokens - before.tokens,
      seconds: seconds() - from,
    },
  };
}

/** As in the monitor, one that throws has cleared nothing. */
async function orEverything(propagator: Propagator, input: DraftedInput): Promise<Relevance> {
  try {
    return await propagator.relevant(input);
  } catch {
    const because = input.signal.aborted ? 'aborted' : 'propagator-failed';
    return { kind: 'all', because };
  }
}

/**
 * Names an answer by all that it depends on: the propagator with its options, versions of code and
 * weights, what the call's history and draft say, the labels there, and what the policy rules.
 */
function answerKey(
  propagator: string,
  { space, history, draft, policy }: KnownCall,
  versions: Readonly<Record<string, string>>,
): string {
  const view = redact(space, history, space.top, { structure: 'keep' });
  const labels = regionsOf(history).map(({ id, label }) => [id, label.text]);
  const { text, calls } = draft;
  const rulings = calls.map(({ tool, args }) => ruled(policy.ruleCall(tool, args)));
  const parts = [
    version,
    propagator,
    Object.entries(versions).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    view,
    labels,
    text,
    calls,
  ];
  return createHash('sha256')
    .update(JSON.stringify([...parts, rulings]))
    .digest('hex');
}

function ruled(ruling: Ruling): unknown {
  if (ruling.kind !== 'ceiling') return [ruling.kind, ruling.rule];
  const each = Object.entries(ruling.perArgument).map(([name, { text }]) => [name, text]);
  return [ruling.ceiling.text, each];
}
