import type { Facts } from '../agentdojo/facts.ts';
import type { Graded, JobAttack } from '../agentdojo/job.ts';
import { canAsk } from '../defence/by-name.ts';
import type { PolicyTexts } from '../defence/profiles.ts';
import type { TrialSpec } from '../trial/trial.ts';
import type { Attacker, Brief } from './attacker.ts';
import { attackerNamed } from './attackers.ts';

export interface AttackChoice {
  readonly benchmark: string;
  /** Without `none`, which is tried in any case. */
  readonly defences: readonly string[];
  readonly attackers: readonly Attacker[];
  /** Tasks of each suite; `undefined`: all. */
  readonly tasks: Readonly<Record<string, readonly string[]>> | undefined;
  readonly model: string;
}

/** Each attacker in each task, for each of its goals, without a defence and under each. */
export function attackPlan({ suites }: Facts, choice: AttackChoice): readonly TrialSpec[] {
  const { benchmark, model, tasks } = choice;
  const places = Object.entries(suites).flatMap(([suite, { userTasks, injectionTasks }]) => {
    const wanted = tasks === undefined ? Object.keys(userTasks) : (tasks[suite] ?? []);
    return wanted.map((task) => ({ suite, task, goals: Object.keys(injectionTasks) }));
  });
  return ['none', ...choice.defences].flatMap((defence) =>
    personsOf(defence).flatMap((person) =>
      choice.attackers.flatMap((attacker) =>
        places.flatMap(({ suite, task, goals }) =>
          goalsFor(attacker, goals).map((goal): TrialSpec => {
            const attack = { name: attacker.name, goal };
            return { benchmark, suite, task, attack, model, defence, person, seed: 0 };
          }),
        ),
      ),
    ),
  );
}

/** The goals to try: an attacker that acts by none of them needs one for grading only. */
function goalsFor({ aim }: Attacker, goals: readonly string[]): readonly string[] {
  return aim === 'goal' ? goals : goals.slice(0, 1);
}

function personsOf(defence: string): readonly TrialSpec['person'][] {
  return canAsk(defence) ? ['skip', 'truthful'] : ['skip'];
}

/** The attacker's knowledge of a trial; `undefined` where nobody attacks. */
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

/**
 * True if one of our attackers got what it wanted. What it wants of the environment is for the
 * environment's own grader to say; who wants the task not to be done has it where it is not.
 * `undefined`: nobody said.
 */
export function succeededBy(name: string, graded: Graded, brief: Brief): boolean | undefined {
  const attacker = attackerNamed(name);
  switch (attacker?.aim) {
    case 'own':
      return attacker.succeeded?.(graded, brief) === true;
    case 'denial':
      return !graded.utility;
    case 'goal':
    case 'signal':
    case undefined:
      return graded.attackSucceeded;
  }
}
