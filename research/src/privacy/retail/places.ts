import { standsIn } from '../reader/seen.ts';
import type { RecordedCall } from './shop-data.ts';

/** A value in a result, and the category that docs/privacy-retail.md puts it into. */
export interface Place {
  readonly text: string;
  /** None where it is public. */
  readonly of: string | undefined;
}

const profile: Readonly<Record<string, string>> = {
  name: 'identity',
  email: 'identity',
  address: 'address',
  payment_methods: 'payment',
  orders: 'orders',
};

const order: Readonly<Record<string, string>> = {
  user_id: 'identity',
  address: 'address',
  payment_history: 'payment',
  exchange_payment_method_id: 'payment',
  return_payment_method_id: 'payment',
};

const profileTools: ReadonlySet<string> = new Set(['get_user_details', 'modify_user_address']);

const publicTools: ReadonlySet<string> = new Set([
  'get_product_details',
  'list_all_product_types',
  'transfer_to_human_agents',
  'calculate',
  'think',
]);

/** The values of a recorded result, each with its category; keys are values of the catalogue. */
export function placesIn({ tool, output }: RecordedCall): readonly Place[] {
  if (tool.startsWith('find_user')) return [{ text: output, of: 'identity' }];
  const value = parsed(output);
  if (publicTools.has(tool))
    return textsIn(value ?? output).map((text) => ({ text, of: undefined }));
  if (value === undefined) return failed(tool, output);
  const known = profileTools.has(tool) ? profile : order;
  return Object.entries(value).flatMap(([member, inner]) =>
    textsIn(inner).map((text) => ({ text, of: known[member] ?? 'orders' })),
  );
}

/** A refusal tells of the order and of what it may be paid with. */
function failed(tool: string, output: string): readonly Place[] {
  const categories = profileTools.has(tool) ? ['identity'] : ['orders', 'payment'];
  return categories.map((of) => ({ text: output, of }));
}

/** True if a value stands there as a whole. */
export function holds({ text }: Place, wanted: string): boolean {
  return standsIn(text, wanted);
}

function parsed(output: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(output);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** All texts, numbers and keys in a value. */
export function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
  }
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
