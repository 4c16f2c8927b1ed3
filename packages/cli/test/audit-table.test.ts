import { describe, expect, test } from 'vitest';
import { attacked, benign, written } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

const models = ['small', 'a-maker_A-model-with-a-long-name-70B-Instruct'];
const records = models.flatMap((name) =>
  ['banking', 'workspace'].flatMap((suite) => {
    const shared = { pipeline_name: name, suite_name: suite };
    return [
      attacked({ ...shared, attack_type: 'an_attack_that_says_something_important_at_length' }),
      { ...benign(), ...shared },
    ];
  }),
);
const policy = new URL('../../../policies/agentdojo/banking.yaml', import.meta.url).pathname;

async function audit(columns: number | undefined, ...options: readonly string[]) {
  const file = written('runs.jsonl', records);
  const argv = ['audit', file, '--policy', policy, ...options];
  return sluice(argv, columns === undefined ? {} : { columns });
}

function tablesIn(out: string): readonly string[] {
  return out.split('\n').filter((line) => /^[┌│├└]/.test(line));
}

describe.each([80, 100, 200])('in %i columns', (columns) => {
  test.each(['', 'model', 'suite', 'attack', 'model,suite', 'model,suite,attack'])(
    'everything fits, by %j',
    async (by) => {
      const { out } = await audit(columns, '--by', by);
      expect(tablesIn(out).length).toBeGreaterThan(4);
      expect(out.split('\n').filter((line) => line.length > columns)).toEqual([]);
    },
  );

  test('every figure is there', async () => {
    const { out } = await audit(columns);
    const cells = tablesIn(out).map((line) => line.split('│').map((cell) => cell.trim()));
    const heads = cells.flat().join(' ');
    for (const word of ['runs', 'contained', 'uncovered', 'benign', 'human', 'coverage']) {
      expect(heads).toContain(word);
    }
    const totals = cells.filter((row) => row.includes('all') && row.includes('naive')).flat();
    expect(totals).toEqual(expect.arrayContaining(['8', '4', '100.0%', '0', '1.00']));
  });
});

test.each([
  [80, 2],
  [100, 2],
  [200, 1],
  [undefined, 2],
])('in %s columns the tables are %i', async (columns, tables) => {
  const { out } = await audit(columns);
  expect(tablesIn(out).filter((line) => line.startsWith('┌'))).toHaveLength(tables);
});

test('a name that finds no room stands above its rows, once', async () => {
  const { out } = await audit(80);
  const [attacks = '', benignRuns = ''] = tablesIn(out)
    .join('\n')
    .split(/\n(?=┌)/);
  for (const table of [attacks, benignRuns]) {
    for (const name of [...models, 'all']) {
      expect(table.split('\n').filter((line) => line.startsWith(`│ ${name} `))).not.toEqual([]);
    }
    expect(table.split('A-model-with-a-long-name')).toHaveLength(2);
  }
});

test('a run without an attack is told by that name', async () => {
  const { out } = await audit(undefined, '--by', 'attack');
  expect(tablesIn(out).join('\n')).toMatch(/│ none +│\n│ lineage/);
});

describe('lists', () => {
  const many = Array.from({ length: 25 }, () => benign());
  test('are cut, and say how to see the rest', async () => {
    const { out } = await sluice(['audit', written('runs.jsonl', many)]);
    expect(out.match(/^benign, lineage and naive: /gm)).toHaveLength(20);
    expect(out).toContain('and 5 more of these: see them with `--list 25`');
  });

  test('hold all that is asked for', async () => {
    const { out } = await sluice(['audit', written('runs.jsonl', many), '--list', '25']);
    expect(out.match(/^benign, lineage and naive: /gm)).toHaveLength(25);
    expect(out).not.toContain('more of these');
  });

  test('name each propagator where they differ', async () => {
    const argv = ['audit', written('runs.jsonl', [benign()]), '--propagator', 'naive'];
    expect((await sluice(argv)).out).toMatch(/^benign, naive: \S+runs\.jsonl:1: made-up: banking/m);
  });
});
