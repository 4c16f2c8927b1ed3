import { loadPolicy } from '@sluice/core';
import type { SuiteFacts } from '../../agentdojo/facts.ts';
import { floorResult } from '../../floor/floor-result.ts';
import { floorOfTask, type TaskFloor } from '../../floor/task-floor.ts';
import { agentdojoSuites, openAgentDojo, setUpHint } from '../agentdojo/open.ts';
import { type PolicyChoice, policyTexts } from '../policies.ts';
import type { Measured } from '../suite.ts';

export interface FloorOptions extends PolicyChoice {
  readonly benchmarkVersion: string;
  readonly suite?: readonly string[];
  readonly task?: readonly string[];
}

/** Plays every task that is wanted. */
export async function measureFloor(options: FloorOptions): Promise<Measured> {
  const { benchmarkVersion } = options;
  const policies = policyTexts(agentdojoSuites, options);
  const environment = await openAgentDojo({ benchmarkVersion, policies, hint: setUpHint });
  try {
    const { facts, versions } = environment;
    const suites = Object.entries(facts.suites).filter(([name]) => isIn(options.suite, name));
    const tasks: TaskFloor[] = [];
    for (const [name, suite] of suites) {
      tasks.push(...(await floorsOf(name, suite, { text: policies[name] ?? '', options })));
    }
    const found = floorResult(tasks);
    return { found: { ...found, versions: { ...found.versions, ...versions } } };
  } finally {
    await environment.close();
  }
}

async function floorsOf(
  name: string,
  suite: SuiteFacts,
  { text, options }: { readonly text: string; readonly options: FloorOptions },
): Promise<readonly TaskFloor[]> {
  const policy = await loadPolicy(text, { file: `${name}.yaml` });
  const floors: TaskFloor[] = [];
  for (const [id, facts] of Object.entries(suite.userTasks)) {
    if (isIn(options.task, id)) floors.push(await floorOfTask(policy, { name, suite, id, facts }));
  }
  return floors;
}

function isIn(wanted: readonly string[] | undefined, name: string): boolean {
  return wanted?.includes(name) ?? true;
}
