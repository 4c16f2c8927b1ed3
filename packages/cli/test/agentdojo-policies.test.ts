import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  checkPolicy,
  loadCases,
  loadPolicy,
  outlineOf,
  reveal,
  testPolicy,
  type Label,
  type Policy,
  type Region,
  type ToolResult,
} from '@sluice/core';
import { describe, expect, test } from 'vitest';

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../../policies/agentdojo/${name}`, import.meta.url));
const textOf = (name: string): string => readFileSync(fileOf(name), 'utf8');
const policyOf = async (name: string): Promise<Policy> =>
  loadPolicy(textOf(`${name}.yaml`), { file: `${name}.yaml` });

/** The strict reading of a policy: the lines that say so, with what they say. */
function strictOf(name: string, text: string): string {
  const lines = text.split('\n').map((line) => {
    const marked = /^(\s*(?:shape|label): ).* # strict: (.*)$/.exec(line);
    return marked === null ? line : `${marked[1] ?? ''}${marked[2] ?? ''}`;
  });
  const [editor = '', ...rest] = lines;
  const head = [
    editor.replace('../../', '../../../'),
    `# The strict reading of ../${name}.yaml: made from it, and different only in the lines marked`,
    '# there with `# strict:`. docs/agentdojo-policies.md says how it is made.',
    '#',
  ];
  return [...head, ...rest.slice(1)].join('\n');
}

const suites = ['banking', 'slack', 'travel', 'workspace'] as const;

describe.each(suites)('the policy for %s', (suite) => {
  test('passes the cases beside it', async () => {
    const cases = loadCases(textOf(`${suite}.cases.yaml`));
    const outcomes = testPolicy(await policyOf(suite), cases);
    expect(outcomes.length).toBeGreaterThan(15);
    expect(outcomes.filter(({ passed }) => !passed)).toEqual([]);
  });

  test('lets any text ask for a read, and none but the user’s for a write', async () => {
    const policy = await policyOf(suite);
    const untrusted = labelIn(policy, 'untrusted');
    for (const { tool } of outlineOf(policy)) {
      const ruling = policy.ruleCall(tool, '{}');
      const isFree = ruling.kind === 'ceiling' && policy.space.flowsTo(untrusted, ruling.ceiling);
      expect([tool, isFree]).toEqual([tool, policy.effect(tool) === 'read']);
    }
  });

  test('has a case for every tool that writes', async () => {
    const policy = await policyOf(suite);
    const tools = outlineOf(policy).map(({ tool }) => tool);
    const writes = tools.filter((tool) => policy.effect(tool) === 'write');
    const called = loadCases(textOf(`${suite}.cases.yaml`)).flatMap((one) =>
      'call' in one && one.expect === 'ask' ? [one.call.tool] : [],
    );
    expect(called).toEqual(expect.arrayContaining(writes));
  });

  test('stands beside its strict reading', async () => {
    const strict = strictOf(suite, textOf(`${suite}.yaml`));
    await expect(strict).toMatchFileSnapshot(fileOf(`strict/${suite}.yaml`));
  });

  test('labels no part of a result higher than its strict reading', async () => {
    const [lenient, strict] = [await policyOf(suite), await policyOf(`strict/${suite}`)];
    const { space } = strict;
    const pairs = resultsIn(suite).flatMap((result) => {
      const [low, high] = [lenient, strict].map((policy) => labelsOf(policy, result));
      return (low ?? []).map((label, at) => [space.parse(label), high?.[at] ?? ''] as const);
    });
    expect(pairs.filter(([low, high]) => !space.flowsTo(low, space.parse(high)))).toEqual([]);
    expect(pairs.filter(([low, high]) => low.text !== high)).not.toEqual([]);
  });

  test('rules calls as its strict reading does', async () => {
    const [lenient, strict] = [await policyOf(suite), await policyOf(`strict/${suite}`)];
    const args = loadCases(textOf(`${suite}.cases.yaml`)).flatMap((one) =>
      'call' in one ? [[one.call.tool, JSON.stringify(one.call.args)] as const] : [],
    );
    const rulings = (policy: Policy): readonly string[] =>
      args.map(([tool, json]) => ceilingText(policy, tool, json));
    expect(rulings(lenient)).toEqual(rulings(strict));
  });
});

/** The arguments that are data. Every other one is control. */
const data: Readonly<Record<(typeof suites)[number], readonly string[]>> = {
  banking: [],
  slack: ['post_webpage content', 'send_channel_message body', 'send_direct_message body'],
  travel: [
    'create_calendar_event description',
    'create_calendar_event location',
    'create_calendar_event title',
    'send_email body',
    'send_email subject',
  ],
  workspace: [
    'append_to_file content',
    'create_calendar_event description',
    'create_calendar_event location',
    'create_calendar_event title',
    'create_file content',
    'send_email body',
    'send_email subject',
  ],
};

test.each(suites)('the data of %s are what people read, and no more', async (suite) => {
  const policy = await policyOf(suite);
  const plain = dataIn(policy, suite, 'words');
  expect(plain.map(({ name }) => name).toSorted()).toEqual(data[suite]);
  for (const { own, call } of plain) expect(own).toBe(call.replace('trusted', 'untrusted'));
  for (const { own, call } of dataIn(policy, suite, 'see https://pages.example/x')) {
    expect(own).toBe(call);
  }
});

/** A tool and the kind of judgement that `check` points at there. */
const judgements: Readonly<Record<(typeof suites)[number], readonly string[]>> = {
  banking: ['get_most_recent_transactions reads a field'],
  slack: [
    'get_channels reads a field',
    'get_users_in_channel reads a field',
    'read_channel_messages reads a field',
    'read_inbox reads a field',
    'read_channel_messages reads a field',
    'read_inbox reads a field',
  ],
  travel: [
    'get_rating_reviews_for_hotels finds text',
    'get_rating_reviews_for_restaurants finds text',
    'get_rating_reviews_for_car_rental finds text',
    'search_calendar_events reads a field',
    'get_day_calendar_events reads a field',
  ],
  workspace: [
    'search_calendar_events reads a field',
    'get_day_calendar_events reads a field',
    'reschedule_calendar_event reads a field',
    'add_calendar_event_participants reads a field',
    'list_files reads a field',
    'search_files reads a field',
    'search_files_by_filename reads a field',
    'get_file_by_id reads a field',
    'append_to_file reads a field',
    'delete_file reads a field',
    'share_file reads a field',
  ],
};

test.each(suites)('the warnings about %s are the judgements that it makes', async (suite) => {
  const problems = await checkPolicy(textOf(`${suite}.yaml`));
  const found = problems.map(({ severity, path, message }) => {
    const tool = /^tools\.(\w+)\./.exec(path)?.[1] ?? path;
    if (severity !== 'warning') return `${tool}: ${message}`;
    if (message.includes('can raise trust or widen readers')) return `${tool} reads a field`;
    return message.includes('can write what this span matches') ? `${tool} finds text` : message;
  });
  expect(found).toEqual(judgements[suite]);
});

describe('ratings and reviews, which come in one text', () => {
  const text = String.raw`{'Mill': 'Rating: 4.5\nReviews: Rating: 9.9\nBook', 'Inn': 'Rating: 3.0\nReviews: '}`;

  /** The pieces of the text that may be shown where only trusted text may. */
  const shownOf = async (name: string): Promise<readonly string[]> => {
    const { space, labelResult } = await policyOf(name);
    const tool = 'get_rating_reviews_for_hotels';
    const content = labelResult({ tool, text, failed: false, args: undefined });
    const leaves = content.root.parts.length === 0 ? [content.root] : content.root.parts;
    const trusted = leaves.filter(({ label }) => space.flowsTo(label, space.parse(trustedText)));
    return trusted.map(({ start, end }) => reveal(content).slice(start, end));
  };
  const trustedText = 'trusted & private';

  test('ratings are shown where reviews, and the names between them, are hidden', async () => {
    expect(await shownOf('travel')).toEqual([
      String.raw`': 'Rating: 4.5\nReviews: `,
      String.raw`': 'Rating: 3.0\nReviews: `,
    ]);
  });

  test('the strict reading hides all of it', async () => {
    expect(await shownOf('strict/travel')).toEqual([]);
  });
});

/** The label with this integrity, private where there is a second dimension. */
function labelIn({ space }: Policy, integrity: 'trusted' | 'untrusted'): Label {
  return space.top.text.includes('&')
    ? space.parse(`${integrity} & private`)
    : space.parse(integrity);
}

function resultsIn(suite: string): readonly ToolResult[] {
  return loadCases(textOf(`${suite}.cases.yaml`)).flatMap((one) =>
    'result' in one ? [{ args: undefined, ...one.result, failed: one.result.failed ?? false }] : [],
  );
}

/**
 * The labels of the values in a result, in the order of the text: only the lenient reading tells
 * keys from the shape around them.
 */
function labelsOf(policy: Policy, result: ToolResult): readonly string[] {
  const labels: string[] = [];
  const visit = ({ label, form, parts }: Region): void => {
    if (form !== 'key') labels.push(label.text);
    for (const part of parts) visit(part);
  };
  visit(policy.labelResult(result).root);
  return labels;
}

interface DataCeiling {
  readonly name: string;
  readonly own: string;
  readonly call: string;
}

/** Where every argument that some tool of the suite has holds this text. */
function dataIn(policy: Policy, suite: string, text: string): readonly DataCeiling[] {
  const cases = loadCases(textOf(`${suite}.cases.yaml`));
  const called = cases.flatMap((one) => ('call' in one ? Object.keys(one.call.args ?? {}) : []));
  const named = Object.values(data).flatMap((names) => names.map((one) => one.split(' ')[1] ?? ''));
  const args = JSON.stringify(Object.fromEntries([...called, ...named].map((one) => [one, text])));
  return outlineOf(policy).flatMap(({ tool }) => {
    const ruling = policy.ruleCall(tool, args);
    if (ruling.kind !== 'ceiling') return [];
    const own = Object.entries(ruling.perArgument);
    return own.map(([name, ceiling]) => {
      return { name: `${tool} ${name}`, own: ceiling.text, call: ruling.ceiling.text };
    });
  });
}

function ceilingText(policy: Policy, tool: string, args: string): string {
  const ruling = policy.ruleCall(tool, args);
  return ruling.kind === 'ceiling' ? ruling.ceiling.text : ruling.kind;
}
