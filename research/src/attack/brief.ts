import type { Facts } from '../agentdojo/facts.ts';
import type { JobAttack } from '../agentdojo/job.ts';
import type { PolicyTexts } from '../defence/profiles.ts';
import type { TrialSpec } from '../trial/trial.ts';
import type { Brief } from './attacker.ts';
import { attackerNamed } from './attackers.ts';

/** What an attacker knows of a trial; `undefined` where nobody attacks. */
export function briefOf(
  { suite, task, attack }: TrialSpec,
  { facts, policies }: { readonly facts: Facts; readonly policies: PolicyTexts },
): Brief | undefined {
  const { userTasks, injectionTasks, vectors = [], tools = [] } = facts.suites[suite] ?? {};
  const goal = injectionTasks?.[attack?.goal ?? ''];
  const asked = userTasks?.[task];
  if (attack === undefined || goal === undefined || asked === undefined) return undefined;
  return { task: asked, goal, vectors, tools, policy: policies[suite] ?? '' };
}

/** The texts that one of our attackers writes in a trial. */
export function textsOf(
  spec: TrialSpec,
  world: { readonly facts: Facts; readonly policies: PolicyTexts },
): JobAttack | undefined {
  const attacker = attackerNamed(spec.attack?.name ?? '');
  const brief = briefOf(spec, world);
  if (attacker === undefined || brief === undefined || spec.attack === undefined) return undefined;
  return { goal: spec.attack.goal, by: { texts: attacker.texts(brief) } };
}
