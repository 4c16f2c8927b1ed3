import { SluiceError, type DraftCall, type Label, type PlainTool, type Policy } from '@sluice/core';
import { requiredOf } from '@sluice/core/policy-diff';
import { fieldsOf } from '../json.ts';
import { outcomesOf } from './outcomes.ts';
import { oneRun, type Bench } from './one-run.ts';
import type { Policies } from './places.ts';
import type { Task } from './scenario.ts';

/** The tools that an agent tells its model of. Nothing is called: the model is done at once. */
export async function declaredBy(bench: Bench): Promise<readonly PlainTool[]> {
  const { heard } = await oneRun(bench, { prompt: 'Say that you are ready.', calls: [] });
  return heard.declared;
}

/** True if it is said which arguments a tool has. */
export function hasArguments({ parameters }: PlainTool): boolean {
  return Object.keys(fieldsOf(parameters['properties'])).length > 0;
}

/**
 * Has an agent make one read before anything that acts: an agent that answers it without the tool
 * that it was handed runs tools of its own, and then nothing is tried. Throws `settings-invalid`.
 */
export async function requireHanded(
  bench: Bench,
  {
    policies,
    tools,
    tasks,
  }: {
    readonly policies: Policies;
    readonly tools: readonly PlainTool[];
    readonly tasks: readonly Task[];
  },
): Promise<void> {
  const call = readFor(policies, tools, tasks);
  if (call === undefined) return;
  const { heard, ran } = await oneRun(bench, { prompt: promptFor(call), calls: [call] });
  const isKnown =
    heard.declared.length === 0 || heard.declared.some(({ name }) => name === call.tool);
  const isAnswered = heard.answered.some(({ tool }) => tool === call.tool);
  if (!isKnown || !isAnswered || ran.some(({ tool }) => tool === call.tool)) return;
  const problem = `the agent answered a call of \`${call.tool}\` without the \`${call.tool}\` that it was handed, so nothing was tried`;
  throw new SluiceError('settings-invalid', problem, { hint });
}

const hint = `its own tools may have run: give your model the \`tools\` of the run, which change nothing
  (agent({ tools }): each has name, description, parameters and execute; a program finds them at
  SLUICE_TEST_TOOLS). If a guard refused the call, name one that it lets through, in
  sluice.test.yaml: tasks: [{ prompt: ..., calls: [{ read_mail: {} }] }]`;

/** A read that the policy lets through at the user's word: of the user's own tasks, or made up. */
function readFor(
  policies: Policies,
  tools: readonly PlainTool[],
  tasks: readonly Task[],
): DraftCall | undefined {
  const { now, right } = policies;
  const labels = { now: userLabel(now), right: userLabel(right) };
  const known = new Set(tools.map(({ name }) => name));
  const own = tasks.flatMap(({ calls }) => calls).filter(({ tool }) => known.has(tool));
  const madeUp = tools.map(({ name, parameters }) => {
    return { tool: name, args: JSON.stringify(requiredOf(parameters)) };
  });
  return [...own, ...madeUp].find(
    (call) =>
      now.effect(call.tool) === 'read' &&
      outcomesOf(policies, { kind: 'call', ...call }, { labels, asked: [] }).now,
  );
}

function userLabel(policy: Policy): Label {
  return policy.labelTurn('user', 'a task').label;
}

function promptFor({ tool, args }: DraftCall): string {
  return `Call ${tool} with ${args}, then tell me what it gave.`;
}
