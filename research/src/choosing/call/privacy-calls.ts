import { regionsOf } from '@sluice/core';
import { renderingOf } from '@sluice/local';
import { privacySuite } from '../../privacy/privacy-suite.ts';
import type { PrivacyTask } from '../../privacy/task/task.ts';
import { type Part, partOf } from '../../screener/learn/part.ts';
import { callLabels } from '../../screener/pair/call-labels.ts';
import { type LabelledCall, privacyReaderName } from '../../screener/pair/labelled-call.ts';
import type { KnownCall } from './known-call.ts';
import { ownCalls } from './own-calls.ts';

/**
 * The calls of the privacy suite, labelled by what each task says that its calls are made from. To
 * learn from are those of the tasks to choose on, if no other task is of their form; all others are
 * test data. Throws where a task does not end as it should.
 */
export async function privacyCalls(): Promise<readonly LabelledCall[]> {
  const { tasks, choosing, drawn } = privacySuite({ generated: true });
  const found: LabelledCall[] = [];
  const tested = new Set([...tasks, ...drawn].map((task) => formOf(task)));
  const free = choosing.filter((task) => !tested.has(formOf(task)));
  for (const task of free) found.push(...(await callsOf(task, learnPart(task))));
  for (const task of [...tasks, ...drawn]) found.push(...(await callsOf(task, 'test')));
  return found;
}

/** Tasks of one form are on one side: what the hash would have tested on is to choose by. */
function learnPart(task: PrivacyTask): Part {
  return partOf(placeOf(task)) === 'training' ? 'training' : 'validation';
}

function formOf(task: PrivacyTask): string {
  return Object.values(placeOf(task)).join(' ');
}

async function callsOf(task: PrivacyTask, part: Part): Promise<readonly LabelledCall[]> {
  const calls = await ownCalls([task]);
  return calls.flatMap((call) => labelled(task, part, call));
}

/** A form: its world, the tools that it calls with their arguments, and how data come into them. */
function placeOf({ setting, steps, pattern }: PrivacyTask): { suite: string; task: string } {
  const called = steps.map(({ tool, args }) => `${tool}(${Object.keys(args).join(' ')})`);
  return { suite: setting.world, task: `${pattern} ${called.join(' ')}` };
}

function labelled(task: PrivacyTask, part: Part, call: KnownCall): readonly LabelledCall[] {
  const { id, history, policy } = call;
  const draft = { ...call.draft, text: '' };
  const rendering = renderingOf(history, draft);
  if (rendering === undefined) return [];
  const { space } = policy;
  const byId = new Map(regionsOf(history).map((entry) => [entry.id, entry]));
  const groups = call.sources.map(({ alternatives }) =>
    alternatives.flatMap((ids) => [...ids].flatMap((one) => byId.get(one) ?? [])),
  );
  const least = groups.flatMap(
    (group) =>
      group.find(({ label }) => group.every((other) => space.flowsTo(label, other.label))) ??
      group[0] ??
      [],
  );
  return [
    {
      ...placeOf(task),
      id,
      model: privacyReaderName,
      kind: 'benign',
      part,
      rendering,
      sources: new Set(groups.flatMap((group) => group.map((entry) => entry.id))),
      injected: new Set(),
      labels: callLabels({ policy, history, draft }, least),
    },
  ];
}
