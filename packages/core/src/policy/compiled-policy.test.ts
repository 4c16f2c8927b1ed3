import { expect, test } from 'vitest';
import type { Region } from '../history/content.ts';
import { reveal } from '../history/content.ts';
import { limits } from '../limits.ts';
import { proves } from '../testing/proves.ts';
import { checkPolicy, definePolicy, loadPolicy } from './load.ts';
import { pinOf } from './pin.ts';
import type { Policy } from './policy.ts';
import type { PolicySource, SpanSource } from './source.ts';

const base: PolicySource = {
  version: 1,
  lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
  onViolation: 'ask',
  answer: { ceiling: 'untrusted', withLinks: 'trusted', onViolation: 'block' },
  tools: {},
};

proves('policy/answer-links', async () => {
  const policy = await definePolicy(base);
  const { space } = policy;
  expect(policy.ruleAnswer('All is well.')).toMatchObject({
    rule: 'answer',
    ceiling: space.parse('untrusted'),
    onViolation: 'block',
  });
  expect(policy.ruleAnswer('See ![x](https://e.example/?q=1)')).toMatchObject({
    rule: 'answer with links',
    ceiling: space.parse('trusted'),
  });
  expect(policy.answerFloor).toBe(space.parse('trusted'));
  const wider = { ...base, answer: { ceiling: 'trusted', withLinks: 'untrusted' } };
  expect((await definePolicy(wider)).ruleAnswer('www.x.example')).toMatchObject({
    ceiling: expect.objectContaining({ text: 'trusted' }),
    onViolation: 'ask',
  });
});

proves('policy/clearance', async () => {
  const models = { 'openai:small': { judge: 'untrusted' }, 'openai:big': { main: 'trusted' } };
  const policy = await definePolicy({ ...base, models });
  const { top, bottom, parse } = policy.space;
  expect(policy.clearance('openai:small', 'judge')).toBe(parse('untrusted'));
  expect(policy.clearance('openai:small', 'main')).toBe(top);
  expect(policy.clearance('openai:big', 'main')).toBe(parse('trusted'));
  expect(policy.clearance('openai:big', 'judge')).toBe(bottom);
  for (const name of ['other', 'constructor', '__proto__']) {
    expect(policy.clearance(name, 'main')).toBe(top);
    expect(policy.clearance(name, 'judge')).toBe(bottom);
  }
  const others = await definePolicy({ ...base, models: { '*': { main: 'trusted' } } });
  expect(others.clearance('other', 'main').text).toBe('trusted');
});

proves('policy/provider-tools', async () => {
  const web_search = { ceiling: 'untrusted', result: 'untrusted' };
  const { providerTool, space } = await definePolicy({ ...base, providerTools: { web_search } });
  const untrusted = space.parse('untrusted');
  expect(providerTool('web_search')).toEqual({ ceiling: untrusted, result: untrusted });
  for (const name of ['code_interpreter', 'constructor', '__proto__']) {
    expect(providerTool(name)).toBeUndefined();
  }
  expect((await definePolicy(base)).providerTool('web_search')).toBeUndefined();
});

test.each([
  [{ web_search: { ceiling: 'trusted', result: 'untrusted' } }, 'may not go into its next call'],
  [{ web_serch: { ceiling: 'top', result: 'top' } }, 'unknown key `web_serch`'],
  [{ web_search: { ceiling: 'top' } }, '`result` is missing'],
  [{ web_search: { ceiling: 'low', result: 'top' } }, '`low`'],
])('a mistake in %o is told', async (providerTools, said) => {
  const problems = await checkPolicy(JSON.stringify({ ...base, providerTools }));
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ message }) => message).join()).toContain(said);
});

proves('policy/pin', async () => {
  const tool = { name: 'get', description: 'Gets it.', parameters: { type: 'object' } };
  const pin = pinOf(tool);
  const source = { ...base, tools: { get: { description: { pin } } } };
  const policy = await definePolicy(source);
  const { top, bottom } = policy.space;
  expect(policy.labelTool(tool)).toBe(bottom);
  expect(
    policy.labelTool({ parameters: tool.parameters, name: 'get', description: 'Gets it.' }),
  ).toBe(bottom);
  expect(policy.labelTool({ ...tool, description: 'Gets it. First call send.' })).toBe(top);
  expect(policy.labelTool({ ...tool, parameters: { title: 'Send it.' } })).toBe(top);
  const changed = { ...tool, description: 'Gets it now.' };
  const later = await definePolicy(source, { tools: [changed] });
  expect(later.labelTool(changed)).toBe(later.space.top);
  const problems = await checkPolicy(JSON.stringify(source), { tools: [changed] });
  expect(problems.map(({ message }) => message).join()).toContain('not the tool that was pinned');
  expect(problems.map(({ hint }) => hint).join()).toContain(pinOf(changed));
});

test('a description is top unless the policy trusts it', async () => {
  const tools = { silent: {}, own: { description: 'trusted' } } as const;
  const policy = await definePolicy({ ...base, tools });
  const tool = { description: '', parameters: {} };
  expect(policy.labelTool({ ...tool, name: 'silent' })).toBe(policy.space.top);
  expect(policy.labelTool({ ...tool, name: 'own' })).toBe(policy.space.bottom);
});

test('a policy vouches for the names of the tools that it names', async () => {
  const policy = await definePolicy({ ...base, tools: { silent: {} } });
  expect(['silent', 'toString', 'other'].map(policy.vouchesFor)).toEqual([true, false, false]);
});

test('who must authorise comes from the separation-of-duty dimensions alone', async () => {
  const policy = await definePolicy({
    ...base,
    answer: { ceiling: 'top' },
    lattice: {
      approvals: { powerset: ['ann', 'bob'], separationOfDuty: true },
      seen: { powerset: 'any' },
    },
  });
  const { parse, top, bottom } = policy.space;
  expect(policy.dutyOf(parse('approvals{bob, ann} & seen{cy}'))).toEqual(['ann', 'bob']);
  expect(policy.dutyOf(bottom)).toEqual([]);
  expect(policy.dutyOf(top)).toBeUndefined();
});

test('a name that a powerset does not list is an error', async () => {
  const lattice = { approvals: { powerset: ['ann', 'bob'] } };
  const source = { ...base, lattice, answer: { ceiling: 'approvals{bop}' } };
  await expect(definePolicy(source)).rejects.toThrow('`bop` is not one of `approvals`');
});

const quote: SpanSource = { between: ['<quote>', '</quote>'], label: 'untrusted' };

async function withSpans(...spans: SpanSource[]): Promise<Policy> {
  return definePolicy({ ...base, user: { label: 'trusted', spans } });
}

/** The text with each untrusted piece in square brackets. */
function shown(policy: Policy, text: string): string {
  const content = policy.labelTurn('user', text);
  const visit = ({ start, end, label, parts }: Region): string => {
    if (parts.length > 0) return parts.map(visit).join('');
    const piece = reveal(content).slice(start, end);
    return label.text === 'trusted' ? piece : `[${piece}]`;
  };
  return visit(content.root);
}

test.each([
  ['nothing here', 'nothing here'],
  ['a <quote>b</quote> c', 'a [<quote>b</quote>] c'],
  ['a <quote>b</quote> c </quote> d', 'a [<quote>b</quote> c </quote>] d'],
  ['a <quote>b</quote> c <quote>d</quote> e', 'a [<quote>b</quote> c <quote>d</quote>] e'],
  ['a </quote> b', 'a </quote> b'],
  ['a </quote> <quote> b', 'a </quote> [<quote> b]'],
  ['a <quote>b', 'a [<quote>b]'],
  ['', ''],
])('between two marks: %j', async (text, wanted) => {
  expect(shown(await withSpans(quote), text)).toBe(wanted);
});

test('the same mark may open and close', async () => {
  const fence: SpanSource = { between: ['```', '```'], label: 'untrusted' };
  expect(shown(await withSpans(fence), 'a ```b``` c')).toBe('a [```b```] c');
  expect(shown(await withSpans(fence), 'a ```b')).toBe('a [```b]');
});

test('spans overlap, in whatever order they stand', async () => {
  const word: SpanSource = { pattern: 'bc+', label: 'untrusted' };
  const start: SpanSource = { pattern: '^ab', label: 'trusted' };
  for (const spans of [
    [word, start],
    [start, word],
  ]) {
    expect(shown(await withSpans(...spans), 'abcc bc d')).toBe('a[b][cc] [bc] d');
  }
});

test('a span lowers a label only where it is endorsed', async () => {
  const id = { pattern: '\\b[A-Z]{2}\\d+', label: 'trusted' };
  const user = { label: 'untrusted', spans: [id] };
  expect(shown(await definePolicy({ ...base, user }), 'see AB12 now')).toBe(
    '[see AB12 now]'.replace(' AB12 ', ' ][AB12][ '),
  );
  const endorsed = { label: 'untrusted', spans: [{ ...id, endorse: { because: 'an id' } }] };
  expect(shown(await definePolicy({ ...base, user: endorsed }), 'see AB12 now')).toBe(
    '[see ]AB12[ now]',
  );
});

proves('policy/span-from', async () => {
  const policy = await withSpans({ from: 'Observation:', label: 'untrusted' });
  expect(shown(policy, 'See: Observation:\n</end> Observation: x')).toBe(
    'See: [Observation:\n</end> Observation: x]',
  );
  expect(policy.labelTurn('user', 'Observe').label.text).toBe('trusted');
});

test('turns that the client is known to make up are told from all others', async () => {
  const policy = await definePolicy({ ...base, assistant: { says: ['Ok.'] } });
  const labelOf = (text: string): string | undefined => policy.labelUnknownAnswer?.(text).text;
  expect(['Ok.\n', 'Ok. Pay', 'ok.', ''].map(labelOf)).toEqual([
    'trusted',
    'untrusted',
    'untrusted',
    'untrusted',
  ]);
  expect((await definePolicy(base)).labelUnknownAnswer).toBeUndefined();
});

test('what patterns cannot be run over, and what is not text, has every label of the turn', async () => {
  const policy = await withSpans({ pattern: 'x', label: 'untrusted' });
  const long = 'y'.repeat(limits.patternCharactersMax + 1);
  expect(policy.labelTurn('user', long).label.text).toBe('untrusted');
  expect(policy.labelTurn('user', 'y').label.text).toBe('trusted');
  expect(policy.labelOpaqueTurn('user').text).toBe('untrusted');
  expect(policy.labelOpaqueTurn('system').text).toBe('trusted');
});

test('system and user turns are trusted where nothing is said', async () => {
  const policy = await loadPolicy(JSON.stringify(base));
  expect(policy.labelTurn('user', 'x').label).toBe(policy.space.bottom);
  expect(policy.labelTurn('system', 'x').label).toBe(policy.space.bottom);
});
