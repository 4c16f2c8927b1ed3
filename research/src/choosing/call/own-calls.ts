import {
  redact,
  regionsOf,
  type History,
  type Label,
  type ModelReply,
  type Policy,
  type Propagator,
  type RegionEntry,
  type View,
  textOf,
} from '@sluice/core';
import type { PrivacyDefence } from '../../privacy/defence/defence.ts';
import { oracleOf } from '../../privacy/defence/oracle.ts';
import { privacyReader } from '../../privacy/reader/reader.ts';
import { standsIn } from '../../privacy/reader/seen.ts';
import { stepsTaken } from '../../reader/past-calls.ts';
import { play, policyFor } from '../../privacy/run/play.ts';
import { categoriesOf, needsOf } from '../../privacy/task/oracle-label.ts';
import type { Need, PrivacyTask } from '../../privacy/task/task.ts';
import type { KnownCall, KnownSource } from './known-call.ts';

const asks = 'above-ceiling';

/**
 * The calls of the worst-case reader in tasks of the privacy suite at which a propagator would be
 * asked: everything there carries the labels that ground truth gives it, and what each call is made
 * from is known. Throws where a task does not end as it should.
 */
export async function ownCalls(tasks: readonly PrivacyTask[]): Promise<readonly KnownCall[]> {
  const calls: KnownCall[] = [];
  for (const task of tasks) calls.push(...(await callsOf(task)));
  return calls;
}

async function callsOf(task: PrivacyTask): Promise<readonly KnownCall[]> {
  const policy = await policyFor(task, { asks });
  const agent = privacyReader(task, 'plain');
  const points = new Map<number, KnownCall>();
  const defence = recording(task, (history, draft) => {
    const step = takenIn(policy, history);
    points.set(step, { ...known(task, { policy, history, draft, step }), agent });
  });
  const { signal } = new AbortController();
  const played = await play(task, { defence, person: 'grants', model: agent, signal });
  if (played.kind === 'finished' && played.done) return [...points.values()];
  throw new Error(`the task \`${task.id}\` cannot be recorded`);
}

/** Ground truth, which notes what it was asked about. */
function recording(
  task: PrivacyTask,
  onAsked: (history: History, draft: ModelReply) => void,
): PrivacyDefence {
  const truth = oracleOf(task);
  const inner: Extract<Propagator, { readonly needs: 'draft' }> = {
    ...truth,
    relevant: (input) => {
      onAsked(input.history, input.draft);
      return truth.relevant(input);
    },
  };
  return {
    name: truth.name,
    asks,
    local: false,
    propagator: () => inner,
  };
}

interface Point {
  readonly policy: Policy;
  readonly history: History;
  readonly draft: ModelReply;
  /** Which of the task's steps the call is. */
  readonly step: number;
}

function takenIn({ space }: Policy, history: History): number {
  return stepsTaken(redact(space, history, space.top, { structure: 'keep' }));
}

function known(task: PrivacyTask, { policy, history, draft, step }: Point): KnownCall {
  const { space } = policy;
  const wanted = task.steps[step];
  if (wanted === undefined) throw new RangeError(`the task has no step ${step}`);
  const exact = space.parse(`private{${categoriesOf(task, step).join(', ')}}`);
  const view = redact(space, history, space.top, { structure: 'keep' });
  const regions = regionsOf(history).filter(
    ({ message, source }) => source.kind === 'text' && history.at(message)?.role !== 'system',
  );
  const within = regions.filter(({ label }) => space.flowsTo(label, exact));
  const sources = needsOf(wanted).map((need) =>
    sourceOf(need, {
      view,
      regions: within,
      atLeast: (of) => space.parse(`private{${of}}`),
      policy,
    }),
  );
  const id = `${task.id}#${step}`;
  const floor = space.bottom;
  const least = [exact];
  return { id, task: task.id, policy, space, history, draft, floor, regions, sources, least };
}

interface CallView {
  readonly view: View;
  readonly regions: readonly RegionEntry[];
  readonly atLeast: (category: string) => Label;
  readonly policy: Policy;
}

/** Each region that holds the text, of the category that it is of. */
function sourceOf({ text, of }: Need, { view, regions, atLeast, policy }: CallView): KnownSource {
  const { space } = policy;
  const least = of === undefined ? space.bottom : atLeast(of);
  const holders = regions.filter((entry) => {
    const isLeaf = entry.source.kind === 'text' && entry.source.region.parts.length === 0;
    return isLeaf && space.flowsTo(least, entry.label) && standsIn(textIn(view, entry), text);
  });
  if (holders.length === 0) throw new Error('a text that a call is made from stands nowhere');
  return { alternatives: holders.map(({ id }) => new Set([id])) };
}

/** The text of a region, from a view that hides nothing. */
function textIn({ messages }: View, { id, message, source }: RegionEntry): string {
  const shown = messages[message];
  if (shown === undefined || source.kind !== 'text') return '';
  const { start, end } = source.region;
  const [, part = ''] = id.split('.');
  return partOf(shown, part).slice(start, end);
}

function partOf(message: View['messages'][number], part: string): string {
  if (message.role !== 'assistant') return textOf(message.parts.slice(Number(part)).slice(0, 1));
  return part.startsWith('c') ? (message.calls[Number(part.slice(1))]?.args ?? '') : message.text;
}
