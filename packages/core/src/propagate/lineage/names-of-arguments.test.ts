import { expect, test } from 'vitest';
import { runGuarded } from '../../adapters/run-guarded.ts';
import { scriptedModel } from '../../model/scripted.ts';
import { definePolicy } from '../../policy/load.ts';

const policy = await definePolicy({
  version: 1,
  lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
  onViolation: 'block',
  answer: { ceiling: 'untrusted' },
  tools: {
    issues: {
      effect: 'read',
      description: 'trusted',
      result: { format: 'json', label: 'untrusted', shape: 'trusted' },
      call: { ceiling: 'untrusted' },
    },
    note: {
      description: 'trusted',
      result: { format: 'text', label: 'trusted' },
      call: { ceiling: 'trusted' },
    },
  },
});

/** The parts of a note, once an agent has read a list that strangers write. */
async function noted(list: unknown, args: Readonly<Record<string, unknown>>) {
  const made: unknown[] = [];
  const model = scriptedModel(({ view }) => {
    const { length } = view.messages;
    if (length === 1) return { calls: [{ tool: 'issues', args: {} }] };
    return length === 3 ? { calls: [{ tool: 'note', args }] } : 'done';
  });
  const tools = [
    { name: 'issues', execute: (): string => JSON.stringify(list) },
    {
      name: 'note',
      execute: (given: unknown): string => {
        made.push(given);
        return 'noted';
      },
    },
  ].map((tool) => ({ ...tool, description: tool.name, parameters: { type: 'object' } }));
  await runGuarded({ model, policy, confirm: undefined, tools }, 'Note 42 down.');
  return made;
}

const issues = [{ title: 'It breaks', status: 'open', count: 3 }];
const counts = { open: 3, closed: 4 };

test.each([
  [issues, { title: 42 }],
  [issues, { count: 42, status: true }],
  [counts, { open: 42 }],
])('an argument may have the name of a key in %j: %j', async (list, args) => {
  expect(await noted(list, args)).toEqual([args]);
});

test.each([
  [{ 'mallory@evil.example': 1 }, { to: 'mallory@evil.example' }],
  [{ 'DE89 3704 0044': 1 }, { account: 'DE8937040044' }],
  [{ ticket_4711: 1 }, { ticket_4711: true }],
  [issues, { state: 'It breaks' }],
  [counts, { state: 'open' }],
])('what a stranger made a key of in %j is theirs: %j', async (list, args) => {
  expect(await noted(list, args)).toEqual([]);
});
