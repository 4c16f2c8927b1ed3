import { wantedArgs } from '../reader/next-call.ts';
import { standsIn } from '../reader/seen.ts';
import { factsIn, openWorld, worldOf } from '../world/open.ts';
import type { Fact } from '../world/world.ts';
import { expectedOf } from './expected.ts';
import type { PrivacyTask } from './task.ts';

const known = new WeakMap<PrivacyTask, readonly Fact[]>();

/**
 * The private texts of a task whose appearance tells something: neither have the user said them,
 * nor does everybody read them in the system's turn or in a public result of the task.
 */
export function tellingFacts(task: PrivacyTask): readonly Fact[] {
  const found = known.get(task) ?? telling(task);
  known.set(task, found);
  return found;
}

function telling(task: PrivacyTask): readonly Fact[] {
  const open = [task.request, worldOf(task.setting).system, ...publicResults(task)];
  return factsIn(task.setting).filter(({ text }) => !open.some((each) => standsIn(each, text)));
}

/** Results of calls that are made from nothing private and bring nothing private. */
function publicResults(task: PrivacyTask): readonly string[] {
  const { setting } = task;
  if (setting.world === 'retail') return [];
  const world = openWorld(setting);
  const { signal } = new AbortController();
  return expectedOf(task).flatMap(({ step, categories }) => {
    const tool = world.tools.find(({ name }) => name === step.tool);
    const output = tool?.execute(wantedArgs(step), { signal, callId: 'public' });
    const isText = typeof output === 'string' && categories.length === 0;
    return isText && isPublic(task, step.tool) ? [output] : [];
  });
}

/** True if the policy says of the whole result of a tool that it is public. */
function isPublic({ setting }: PrivacyTask, tool: string): boolean {
  const { policy } = worldOf(setting);
  const entry = policy.split(`\n  ${tool}:\n`)[1]?.split(/\n {2}(?! )/)[0] ?? '';
  return entry.includes('result: { format: json, label: bottom }');
}
