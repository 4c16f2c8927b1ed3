import { byTurn } from '../../by-turn.ts';
import type { PrivacyTask } from '../task/task.ts';
import type { Shop, ShopTask } from './shop-file.ts';
import { shopTask } from './shop-task.ts';

const seed = 18;
const callsMin = 2;

/**
 * One task of each customer, customers and tasks in the order of a seeded hash: of those that begin
 * by finding the customer and can be carried out from what they have looked up.
 */
export function drawnShopTasks(shop: Shop, most: number): readonly PrivacyTask[] {
  const whole = shop.tasks.flatMap((own) => {
    const task = isBegunRight(own) ? shopTask(shop, own) : undefined;
    return task === undefined ? [] : [{ task, customer: own.user_id }];
  });
  const customers = [...Map.groupBy(whole, ({ customer }) => customer)];
  return customers
    .toSorted(byTurn(seed, ([customer]) => customer))
    .flatMap(([, own]) => own.toSorted(byTurn(seed, ({ task }) => task.id)).slice(0, 1))
    .slice(0, most)
    .map(({ task }) => task);
}

function isBegunRight({ actions }: ShopTask): boolean {
  return actions.length >= callsMin && actions[0]?.tool.startsWith('find_user') === true;
}
