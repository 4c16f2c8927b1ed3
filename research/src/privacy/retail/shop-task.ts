import { standsIn } from '../reader/seen.ts';
import { categoriesOf } from '../task/oracle-label.ts';
import type { Argument, Need, PrivacyTask, Step } from '../task/task.ts';
import { holds, placesIn, textsIn } from './places.ts';
import type { RecordedCall, ShopData } from './shop-data.ts';
import type { Shop, ShopTask } from './shop-file.ts';

/** The category of what an argument names; catalogue: of none. */
const categoryOf: Readonly<Record<string, string>> = {
  user_id: 'identity',
  email: 'identity',
  first_name: 'identity',
  last_name: 'identity',
  address1: 'address',
  address2: 'address',
  city: 'address',
  state: 'address',
  country: 'address',
  zip: 'address',
  payment_method_id: 'payment',
  order_id: 'orders',
  item_ids: 'orders',
  product_id: 'orders',
};

/** The customer's own words, whatever they are. */
const worded: ReadonlySet<string> = new Set(['reason', 'summary', 'thought']);

/**
 * A task of the shop as a task of this suite, by the rules of docs/privacy-retail.md. `undefined`
 * where a value of its right calls stands neither in the customer's words nor in an earlier result.
 */
export function shopTask(
  { policy: rules, tools }: Pick<Shop, 'policy' | 'tools'>,
  { id, instruction, actions, outputs }: ShopTask,
): PrivacyTask | undefined {
  const steps: Step[] = [];
  for (const call of actions) {
    const step = stepOf(call, { instruction, actions, steps });
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return {
    id,
    pattern: 'explicit',
    setting: { world: 'retail', data: { name: id, rules, tools, calls: actions } },
    prior: [],
    request: instruction,
    steps,
    told: outputs.filter((text) => placeOf(text, { actions, steps }) !== undefined),
  };
}

interface Before {
  readonly instruction: string;
  readonly actions: readonly RecordedCall[];
  /** The steps before; theirs are the results that a call can be made from. */
  readonly steps: readonly Step[];
}

function stepOf(call: RecordedCall, before: Before): Step | undefined {
  const args: [string, Argument][] = [];
  for (const [name, value] of Object.entries(call.args)) {
    const needs = worded.has(name) ? [] : needsFor(name, value, before);
    if (needs === undefined) return undefined;
    args.push([name, { value, needs, hidden: { kind: 'no-call' } }]);
  }
  const because = [...statusOf(call, before), ...errorBefore(before)];
  return { tool: call.tool, args: Object.fromEntries(args), because };
}

function needsFor(
  name: string,
  value: unknown,
  { instruction, ...before }: Before,
): readonly Need[] | undefined {
  const texts = name === 'expression' ? numbersIn(String(value)) : textsIn(value);
  const unsaid = texts.filter((text) => text !== '' && !standsIn(instruction, text));
  const needs = unsaid.map((text) => placeOf(text, { ...before, of: categoryOf[name] }));
  return needs.every((need) => need !== undefined) ? needs : undefined;
}

function numbersIn(expression: string): readonly string[] {
  return [...expression.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number);
}

/**
 * The place of a text in an earlier result: of the category that the argument is of, or public;
 * else wherever it stands. Of several the one with the fewest categories, then the first.
 */
function placeOf(
  text: string,
  { actions, steps, of }: Omit<Before, 'instruction'> & { readonly of?: string | undefined },
): Need | undefined {
  const found = steps.flatMap((_, step) => {
    const call = actions[step];
    if (call === undefined) return [];
    const places = placesIn(call).filter((place) => holds(place, text));
    return places.map((place) => {
      const need: Need = { text, of: place.of, step };
      const own = place.of === undefined ? [] : [place.of];
      const { size } = new Set([...own, ...categoriesOf({ steps }, step)]);
      return { need, size, isOwn: place.of === undefined || place.of === of };
    });
  });
  const fitting = found.some(({ isOwn }) => isOwn) ? found.filter(({ isOwn }) => isOwn) : found;
  return fitting.toSorted((a, b) => a.size - b.size)[0]?.need;
}

/** The places of what the customer is to be told, as far as it stands in results of some steps. */
export function toldIn(
  { calls: actions }: ShopData,
  { steps, told = [] }: Pick<PrivacyTask, 'steps' | 'told'>,
): readonly Need[] {
  return told.flatMap((text) => placeOf(text, { actions, steps }) ?? []);
}

/** A change depends on how the order stands, which is to be looked at before. */
function statusOf(
  { tool, args }: RecordedCall,
  { actions, steps }: Pick<Before, 'actions' | 'steps'>,
): readonly Need[] {
  const { order_id: order } = args;
  if (order === undefined || tool.startsWith('get_')) return [];
  const step = steps.findLastIndex(
    (each, at) => each.tool === 'get_order_details' && actions[at]?.args['order_id'] === order,
  );
  const status = /"status": "([^"]*)"/.exec(actions[step]?.output ?? '')?.[1];
  return status === undefined ? [] : [{ text: status, of: 'orders', step }];
}

/** The reason for the call after an error is the error. */
function errorBefore({ actions, steps }: Pick<Before, 'actions' | 'steps'>): readonly Need[] {
  const step = steps.length - 1;
  const last = actions[step];
  if (last === undefined || !last.output.startsWith('Error')) return [];
  return placesIn(last).map(({ of }) => ({ text: last.output, of, step }));
}
