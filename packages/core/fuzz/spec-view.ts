import type { Shown, View } from '../src/spec/world.ts';

/** A view as the text that an agent reads: the engine's must be the same. */
export function specViewText({ tools, entries }: View): string {
  return JSON.stringify([tools, entries.map(entryText)]);
}

function entryText(entry: Shown): readonly unknown[] {
  if ('role' in entry) return [entry.role, ...entry.parts];
  const calls = entry.calls.map((call) => [call.tool, call.args, call.failed, ...call.result]);
  return ['assistant', entry.text, ...calls];
}
