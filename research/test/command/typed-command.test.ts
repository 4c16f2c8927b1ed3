import { Command } from 'sluice/parts';
import { describe, expect, test } from 'vitest';
import { keptTerminal } from '../../../packages/cli/test/terminal.ts';
import { commandOf, quickEntries, wholeEntries } from '../../src/command/all/entries.ts';
import { benchCommand } from '../../src/command/bench-command.ts';
import { typedCommand } from '../../src/command/typed-command.ts';

/** The command that some words name, with what they say. */
function parsed(argv: readonly string[]): Command {
  const { terminal } = keptTerminal();
  const bench = benchCommand({ terminal, exitWith: () => {}, run: () => Promise.resolve(0) });
  new Command('sluice').addCommand(bench);
  const [name, ...words] = argv;
  const command = bench.commands.find((each) => each.name() === name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  const { operands, unknown } = command.parseOptions(words);
  expect([operands, unknown]).toEqual([[], []]);
  return command;
}

test.each<[string, string, [command: string, slice: string]]>([
  ['agentsec', 'agentsec', ['sluice bench agentsec', 'whole']],
  ['agentsec --json --threads 2', 'agentsec', ['sluice bench agentsec', 'whole']],
  ['agentsec --pairs 8', 'agentsec', ['sluice bench agentsec --pairs 8', 'pairs-8']],
  [
    'agentsec --suite encoded --pairs 8',
    'agentsec-encoded',
    ['sluice bench agentsec --suite encoded --pairs 8', 'pairs-8'],
  ],
  [
    'agentsec --defence-url http://name:secret@127.0.0.1/ask',
    'agentsec',
    ['sluice bench agentsec --defence-url URL', 'defence-url-URL'],
  ],
  ['privacy --no-generated', 'privacy', ['sluice bench privacy --no-generated', 'no-generated']],
  [
    'privacy --propagator naive,minimal-labels(lambda=0.2)',
    'privacy',
    [
      "sluice bench privacy --propagator 'naive,minimal-labels(lambda=0.2)'",
      'propagator-naive,minimal-labels(lambda=0.2)',
    ],
  ],
  [
    'labels --quick --dataset kv --memory x.jsonl',
    'labels-kv',
    ['sluice bench labels --dataset kv --quick', 'quick'],
  ],
])('%s is kept as what it is', (typed, suite, [command, slice]) => {
  expect(typedCommand(parsed(typed.split(' ')), suite)).toEqual({ command, slice });
});

describe('each suite of `bench all` is typed as its result says that it was', () => {
  test.each([...quickEntries, ...wholeEntries])('$argv', (entry) => {
    const [name = ''] = entry.name.split('-');
    const { command } = typedCommand(parsed(entry.argv), name);
    expect(command).toBe(commandOf(entry));
  });
  test('and has a name of its own', () => {
    for (const entries of [quickEntries, wholeEntries])
      expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
  });
});
