import type { DraftCall, View } from '@sluice/core';

/** True if every string and number in the arguments of these calls stands in the view. */
export function canBeReadIn({ messages }: View, calls: readonly DraftCall[]): boolean {
  const text = JSON.stringify(messages);
  return calls.every(({ args }) => valuesIn(args).every((value) => text.includes(value)));
}

/** The strings and numbers of a call's arguments, as they stand in JSON text. */
function valuesIn(args: string): readonly string[] {
  const values: string[] = [];
  try {
    JSON.parse(args, (_, value: unknown) => {
      if (typeof value === 'string') values.push(JSON.stringify(value).slice(1, -1));
      if (typeof value === 'number') values.push(String(value));
      return value;
    });
    return values;
  } catch {
    return [args];
  }
}
