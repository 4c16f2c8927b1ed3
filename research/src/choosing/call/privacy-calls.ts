import { regionsOf } from '@sluice/core';
import { renderingOf } from '@sluice/local';
import { privacySuite } from '../../privacy/privacy-suite.ts';
import type { PrivacyTask } from '../../privacy/task/task.ts';
import { partOf } from '../../screener/learn/part.ts';
import { callLabels } from '../../screener/pair/call-labels.ts';
import { type LabelledCall, privacyReaderName } from '../../screener/pair/labelled-call.ts';
import type { KnownCall } from './known-call.ts';
import { ownCalls } from './own-calls.ts';

/**
 * The calls of the privacy suite, labelled by what each task says that its calls are made from. Tasks
 * count as one where they are of one form, so that no form is on two sides; to learn from are those
 * drawn for choosing alone, to test on the others alone. Throws where a task does not end as it
 * should.
 */
export async function privacyCalls(): Promise<readonly LabelledCall[]> {
  const { tasks, choosing, drawn } = privacySuite({ generated: true });
  const isTest = (task: PrivacyTask): boolean => partOf(placeOf(task)) === 'test';
  const wanted = [
    ...choosing.filter((task) => !isTest(task)),
    ...[...tasks, ...drawn].filter(isTest),
  ];
  const found: LabelledCall[] = [];
  for (const task of wanted) {
    for (const call of await ownCalls([task])) found.push(...labelled(task, call));
  }
  return found;
}

/** A form: its world, the tools that it calls with their arguments, and how data come into them. */
function placeOf({ setting, steps, pattern }: PrivacyTask): { suite: string; task: string } {
  const called = steps.map(({ tool, args }) => `${tool}(${Object.keys(args).join(' ')})`);
  return { suite: setting.world, task: `${pattern} ${called.join(' ')}` };
}

function labelled(task: PrivacyTask, call: KnownCall): readonly LabelledCall[] {
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
      rendering,
      sources: new Set(groups.flatMap((group) => group.map((entry) => entry.id))),
      injected: new Set(),
      labels: callLabels({ policy, history, draft }, least),
    },
  ];
}
