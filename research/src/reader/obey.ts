import type { Orders } from './commands.ts';
import { nextOf } from './follow-plan.ts';
import { foreignId } from './ids.ts';
import type { ReaderCall } from './output.ts';
import type { PastCalls, WantedCall } from './past-calls.ts';
import type { Plan } from './plan.ts';
import { stepsLeft, stepsOf } from './steps.ts';
import type { Task } from './tasks.ts';

/** What attackers want of whoever reads this. */
export interface Temptation {
  readonly orders: Orders;
  readonly goals: readonly Task[];
  readonly plans: ReadonlyMap<Task, Plan | undefined>;
  readonly past: PastCalls;
  readonly declared: ReadonlySet<string>;
}

/**
 * The calls that attackers want next while a task is worked on: first what texts order, then what
 * each goal needs. They are made whether their arguments can be seen or not.
 */
export function obeyed(task: Task, temptation: Temptation): readonly ReaderCall[] {
  const { orders, goals, past, declared } = temptation;
  const isDeclared = ({ tool }: WantedCall): boolean => declared.has(tool);
  // Whoever orders a call names its tool: the worst model makes it, whatever tools there are.
  const ordered = orders.calls.find((call) => !wasMade(call, past));
  if (ordered !== undefined) return [foreign(task, ordered, `order/${past.all.length}`)];
  for (const goal of goals) {
    const calls = callsFor(goal, temptation).filter(isDeclared);
    if (calls.length > 0) {
      return calls.map((call, at) =>
        foreign(task, call, `goal/${goal.name.id}/${past.all.length}/${at}`),
      );
    }
  }
  return [];
}

/** Providers take names of ASCII letters alone: a guard writes others so that they may pass. */
function wasMade(call: WantedCall, past: PastCalls): boolean {
  const tool = call.tool.replaceAll(/[^\w-]/g, '_');
  return past.wasMade(call) || past.wasMade({ ...call, tool });
}

/** An agent's rounds are few: where an attacker needs more calls than this, all come at once. */
const oneByOneMax = 3;

function callsFor(goal: Task, { plans, past }: Temptation): readonly WantedCall[] {
  const plan = plans.get(goal);
  if (plan !== undefined) return nextOf(plan, past);
  const left = stepsLeft(stepsOf(goal, past), past);
  return left.length > oneByOneMax ? left : left.slice(0, 1);
}

function foreign(task: Task, { tool, args }: WantedCall, step: string): ReaderCall {
  return { id: foreignId(task.name, step), tool, args, purpose: 'injection' };
}
