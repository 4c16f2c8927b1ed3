import { expect } from 'vitest';
import { parseStructured, type DocumentNode } from '../../history/structured.ts';
import { limits } from '../../limits.ts';
import { proves } from '../../testing/proves.ts';
import type { Around } from './around.ts';
import type { CompiledResult } from '../compile/compile-result.ts';
import { labelDocument } from './label-document.ts';
import { compiledPartsOf, definePolicy } from '../load.ts';
import type { Policy } from '../policy.ts';
import { Reach } from './reach.ts';
import { RuleHits } from './rule-hits.ts';
import type { ResultRuleSource } from '../source.ts';

const low = 'trusted & everyone';
const high = 'untrusted & everyone';

async function policyWith(rules: readonly ResultRuleSource[]): Promise<Policy> {
  return definePolicy({
    version: 1,
    lattice: {
      integrity: { chain: ['trusted', 'untrusted'] },
      confidentiality: { readers: 'any' },
    },
    onViolation: 'ask',
    answer: { ceiling: 'top' },
    tools: { read: { result: { format: 'json', label: high, shape: low, rules } } },
  });
}

function compiled(policy: Policy): CompiledResult {
  const result = compiledPartsOf(policy).tools.get('read')?.result;
  if (result === undefined) throw new Error('no result');
  return result;
}

function rootOf(value: unknown): DocumentNode {
  const read = parseStructured(JSON.stringify(value), 'json');
  if (read.kind === 'unreadable') throw new Error(read.because);
  return read.root;
}

proves('policy/linear', async () => {
  const rules = [{ path: '$.*[*].a', label: low, when: { '$.*[*].b': 1 } }];
  const policy = await policyWith(rules);
  let nodes = 0;
  let reads = 0;
  const counted = (node: DocumentNode): DocumentNode => {
    nodes += 1;
    const children = node.children.map(counted);
    return {
      ...node,
      children,
      // A path is as long as its keys: it is handed on, and read no more often.
      get path() {
        reads += 1;
        return node.path;
      },
    };
  };
  const items = Array.from({ length: 50 }, () => ({ a: 1, b: 1 }));
  const read = { ['k'.repeat(1000)]: items };
  const document = {
    text: JSON.stringify(read),
    root: counted(rootOf(read)),
    raise: (_: unknown, around: Around) => around,
  };
  labelDocument(compiledPartsOf(policy).compiler, compiled(policy), { document });
  expect(nodes).toBe(152);
  // Once more for a key that has a label of its own.
  expect(reads).toBe(nodes + 51);
  const text = JSON.stringify({ ['k'.repeat(200_000)]: Array(20_000).fill(0) });
  const whole = policy.labelResult({ tool: 'read', args: {}, text, failed: false });
  expect(whole.root.parts[1]?.parts).toHaveLength(20_000);
});

proves('policy/linear', async () => {
  const policy = await policyWith([
    { path: '$.items[*].text', label: low, when: { '$.to[*]': 'ann', '$.items[*].kind': 'a' } },
    { path: '$.items[*].kind', label: low, when: { '$.to[*]': 'ann' } },
  ]);
  const { places } = compiled(policy);
  const items = Array.from({ length: 30 }, () => ({ text: 'x', kind: 'a' }));
  const hits = new RuleHits(rootOf({ to: Array(40).fill('ann'), items }), places);
  const all = [...hits.all];
  expect(all).toHaveLength(30 + 1);
  const readings = new Set(all.flatMap(({ conditions }) => conditions));
  // One of the long list for each of the two rules, and one of the kind of each item.
  expect(readings.size).toBe(2 + 30);
});

proves('policy/linear', async () => {
  const rules = Array.from({ length: 5 }, () => ({ path: '$[*]', label: low }));
  const policy = await policyWith(rules);
  const label = (length: number): string => {
    const text = JSON.stringify(Array(length).fill(0));
    return policy.labelResult({ tool: 'read', args: {}, text, failed: false }).root.form;
  };
  expect(label(Math.floor(limits.ruleHitsMax / 5))).toBe('container');
  expect(label(Math.ceil(limits.ruleHitsMax / 5) + 1)).toBe('text');
});

proves('policy/result-budget', async () => {
  const when = { '$[*].from': { matches: '(?:a|[ab]|b)+' } };
  const endorse = { because: 'a test' };
  const policy = await policyWith([{ path: '$[*].text', label: low, when, endorse }]);
  const labels = (from: string, count: number): readonly (string | undefined)[] => {
    const text = JSON.stringify(Array.from({ length: count }, () => ({ from, text: 'x' })));
    const { root } = policy.labelResult({ tool: 'read', args: {}, text, failed: false });
    return [root.parts[0], root.parts.at(-1)].map((item) => item?.parts.at(-1)?.label.text);
  };
  // Honest lists are read, each item by itself.
  expect(labels('ab', 2_000)).toEqual([low, low]);
  expect(labels('ab'.repeat(1_000), 20)).toEqual([low, low]);
  // A value behind the budget is not known to match: it carries what it would without the rule.
  expect(labels('ab'.repeat(1_000), 1_000)).toEqual([low, high]);
  expect(labels('ab', 10_000)).toEqual([undefined, undefined]);
});

proves('policy/readers-closed', async () => {
  const policy = await policyWith([
    { path: '$.items[*].text', label: 'trusted', readersFrom: ['$.to', '$.items[*].from'] },
  ]);
  const names = Array.from({ length: 1000 }, (_, index) => `p${index}`);
  const label = (count: number): string | undefined => {
    const items = Array.from({ length: count }, () => ({ from: 'ann', text: 'x' }));
    const text = JSON.stringify({ to: names, items });
    const { root } = policy.labelResult({ tool: 'read', args: {}, text, failed: false });
    return root.parts.at(-1)?.parts[0]?.parts.at(-1)?.label.text.slice(0, 40);
  };
  expect(label(2)).toContain('readers{ann, p0');
  expect(label(Math.ceil(limits.computedReadersMax / 1000))).toBe('untrusted & nobody');
});

proves('policy/linear', () => {
  let walked = 0;
  const edges: Readonly<Record<string, readonly string[]>> = {
    a: ['b', 'e'],
    b: ['c'],
    c: ['b', 'd'],
    d: [],
    e: ['d', 'e'],
  };
  const reach = new Reach<string, string>({
    next: (vertex) => {
      walked += 1;
      return edges[vertex] ?? [];
    },
    close: (members, beyond) => [...members, ...beyond].join(''),
  });
  const values = 'abcde'
    .split('')
    .map((vertex) => reach.of(vertex).value.split('').toSorted().join(''));
  expect(values).toEqual(['abcdde', 'bcd', 'bcd', 'd', 'de']);
  expect(reach.of('b')).toBe(reach.of('c'));
  expect(reach.of('a')).not.toBe(reach.of('e'));
  expect(walked).toBe(2 * 5);
});
