import { regionsOf, type History } from '@sluice/core';
import { printable } from './printable.ts';

/** Says in words where a region stands: `list_transactions $[0]['description']`, `the user`. */
export function placesOf(history: History): (region: string) => string {
  const entries = new Map(regionsOf(history).map((entry) => [entry.id, entry]));
  const tools = new Map(
    history.messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.calls.map((call) => [call.id, call.tool] as const)
        : [],
    ),
  );
  return (region) => {
    const entry = entries.get(region);
    const message = history.messages[entry?.message ?? -1];
    if (entry === undefined || message === undefined) return 'a tool description';
    const path = entry.path === '$' ? '' : ` ${printable(entry.path)}`;
    switch (message.role) {
      case 'system':
      case 'user':
        return `the ${message.role}${path}`;
      case 'assistant':
        return `the agent’s own words${path}`;
      case 'tool':
        return `${printable(tools.get(message.callId) ?? 'a result')}${path}`;
    }
  };
}
