import { drawnTask } from '../drawn/template.ts';
import { drawnShopTasks } from '../retail/draw.ts';
import type { Shop } from '../retail/shop-file.ts';
import { toldIn } from '../retail/shop-task.ts';
import type { PrivacyTask } from '../task/task.ts';
import { worldOf } from '../world/open.ts';
import { proseFlights, prosePayments, proseShopping } from './templates.ts';

const seed = 3;
const perWorld = 30;

/** 90 tasks whose answer others read: half of the templates tell something private. */
export function answersToOthers(): readonly PrivacyTask[] {
  return Array.from({ length: perWorld }, (_, number) => {
    const drawing = { seed, number, except: new Set<string>() };
    return [
      drawnTask(prosePayments, drawing),
      drawnTask(proseFlights, drawing),
      drawnTask(proseShopping, drawing),
    ];
  }).flat();
}

/** Those of some tasks in which a text is written to somebody else. */
export function messagesIn(tasks: readonly PrivacyTask[]): readonly PrivacyTask[] {
  return tasks.filter(({ setting, steps }) => {
    const { tools } = worldOf(setting);
    return steps.some(({ tool, args }) => {
      const { freeText } = tools.find(({ name }) => name === tool) ?? {};
      return freeText !== undefined && freeText in args;
    });
  });
}

/**
 * The drawn tasks of the shop that have something to tell: without the calls that change something,
 * and with the answer as a call, to the customer or to somebody who is not that customer.
 */
export function shopAnswers(shop: Shop, most: number): readonly PrivacyTask[] {
  return drawnShopTasks(shop, most).flatMap((task) =>
    (['user', 'others'] as const).flatMap((to) => toldTo(task, to)),
  );
}

function toldTo(task: PrivacyTask, to: 'user' | 'others'): readonly PrivacyTask[] {
  const { id, setting, prior, pattern, request, told } = task;
  if (setting.world !== 'retail') return [];
  const { tools } = worldOf(setting);
  const writes = new Set(tools.filter(({ effect }) => effect === 'write').map(({ name }) => name));
  const end = task.steps.findIndex(({ tool }) => writes.has(tool));
  const steps = end === -1 ? task.steps : task.steps.slice(0, end);
  const needs = toldIn(setting.data, { steps, told });
  if (needs.length === 0) return [];
  const value = needs.map(({ text }) => text).join(', ');
  const answer = { value, needs, hidden: { kind: 'no-call' }, to } as const;
  return [{ id: `${id}-${to}`, template: id, setting, prior, pattern, request, steps, answer }];
}
