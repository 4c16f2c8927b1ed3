import type { Facts } from '../agentdojo/facts.ts';
import { canAsk } from '../defence/by-name.ts';
import type { TrialSpec } from '../trial/trial.ts';
import type { Attacker } from './attacker.ts';

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

/** Who does not act by a goal of the environment needs one only to be graded at all. */
function goalsFor({ aim }: Attacker, goals: readonly string[]): readonly string[] {
  return aim === 'goal' ? goals : goals.slice(0, 1);
}

function personsOf(defence: string): readonly TrialSpec['person'][] {
  return canAsk(defence) ? ['skip', 'truthful'] : ['skip'];
}
