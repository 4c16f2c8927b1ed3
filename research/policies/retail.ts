import { loadPolicy, type Policy } from '@sluice/core';
import { readText } from '../../packages/cli/src/files.ts';
import { fieldsOf } from '../../packages/cli/src/json.ts';
import { toolsInJson } from '../../packages/cli/src/init/tools/json.ts';
import { interruptionsIn } from '../../packages/cli/src/replay/interruptions.ts';
import type { RecordedMessage, RecordedRun } from '../../packages/cli/src/replay/read/record.ts';
import { replayRun } from '../../packages/cli/src/replay/run.ts';
import { byLineage, type Way, wayNamed } from '../../packages/cli/src/replay/ways.ts';
import { draft } from './draft.ts';

/**
 * Questions for each task of a shop's service desk (tau-bench's retail suite), under the policy that
 * `sluice init` drafts from its tools. The tasks' own calls are made, with what they returned, one
 * call a step; nobody attacks. With roles, each argument that the draft calls data has its own label.
 */
export async function retailFigures(file: string): Promise<Readonly<Record<string, number>>> {
  const suite = fieldsOf(JSON.parse(readText(file)));
  const tools = toolsInJson(JSON.stringify(suite['tools']), 'tools.json');
  const policy = await loadPolicy(draft(tools));
  const tasks = listOf(suite['tasks']).map(fieldsOf);
  const perTask = async (way: Way): Promise<number> => {
    let questions = 0;
    for (const task of tasks) questions += await questionsIn(task, { policy, way });
    return Math.round((questions / tasks.length) * 1000) / 1000;
  };
  return {
    'policies.tauRetail.tasks': tasks.length,
    'policies.tauRetail.questionsPerTask': await perTask(byLineage()),
    'policies.tauRetail.questionsPerTask.roles': await perTask(wayNamed('roles') ?? byLineage()),
  };
}

async function questionsIn(
  task: Readonly<Record<string, unknown>>,
  { policy, way }: { readonly policy: Policy; readonly way: Way },
): Promise<number> {
  const run: RecordedRun = {
    suite: 'retail',
    model: 'the task itself',
    userTask: String(task['id']),
    attack: undefined,
    completed: true,
    declared: new Map(),
    messages: messagesOf(task),
  };
  const replayed = await replayRun(run, { policy, way, declared: new Map() });
  return interruptionsIn(replayed).length;
}

function messagesOf(task: Readonly<Record<string, unknown>>): readonly RecordedMessage[] {
  const steps = listOf(task['actions']).flatMap((action): readonly RecordedMessage[] => {
    const { tool, args, output } = fieldsOf(action);
    const call = { tool: String(tool), args: fieldsOf(args) };
    const text = String(output);
    const failed = text.startsWith('Error');
    return [
      { role: 'assistant', text: '', calls: [call] },
      { role: 'tool', call, text, failed },
    ];
  });
  const asked = { role: 'user', text: String(task['instruction']) } as const;
  return [asked, ...steps, { role: 'assistant', text: 'Done.', calls: [] }];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
