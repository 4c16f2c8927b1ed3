import { expect } from 'vitest';
import { linted, low } from '../../../test/linted-policy.ts';
import { proves } from '../../testing/proves.ts';
import { checkPolicy } from '../load.ts';
import type { PolicySource, ResultSource, ToolSource } from '../source.ts';

const high = 'untrusted & nobody';
const tools = ['mcp__mail__send_mail', 'ListFiles', 'other'].map((name) => ({
  name,
  description: '',
  parameters: {},
}));

async function codes(
  tool: Partial<ToolSource>,
  more: Partial<PolicySource> = {},
): Promise<readonly string[]> {
  const honest = { result: { format: 'json', label: high }, call: { ceiling: low } } as const;
  const base: Partial<PolicySource> = { ...linted, because: undefined };
  const source = { ...base, tools: { tool: { ...honest, ...tool } }, ...more };
  const problems = await checkPolicy(JSON.stringify(source));
  return problems.map(({ path, code }) => `${path} ${String(code)}`);
}

const ofResult = (result: Partial<ResultSource>, effect: 'read' | 'write' = 'read') =>
  codes({ effect, result: { format: 'json', label: high, ...result } });

proves('policy/check-reasons', async () => {
  const at = 'tools.tool.result';
  const because = 'whoever writes changes a count';
  expect(await ofResult({ shape: low })).toEqual([`${at}.shape reason-missing`]);
  expect(await ofResult({ shape: low, because: 'TODO: say why' })).toHaveLength(1);
  expect(await ofResult({ shape: low, because: '...' })).toHaveLength(1);
  expect(await ofResult({ shape: low, because })).toEqual([]);
  const shaped = { effect: 'read', result: { format: 'json', label: high, shape: low } } as const;
  expect(await codes(shaped, { because })).toEqual([]);
  expect(await ofResult({ shape: high })).toEqual([]);
  const rule = { path: '$.a', label: high, shape: low };
  const ruled = { label: high, shape: low, because };
  expect(await ofResult({ ...ruled, rules: [{ ...rule, because: 'TBD' }] })).toEqual([
    `${at}.rules[0].shape reason-missing`,
  ]);
  expect(await ofResult({ ...ruled, rules: [{ ...rule, because }] })).toEqual([]);
  expect(await ofResult({ ...ruled, rules: [rule] })).toEqual([]);
});

proves('policy/check-reasons', async () => {
  const rules = [
    { path: '$.a', label: low, when: { '$.b': 1 }, endorse: { because: 'fixme' } },
    { path: '$.b', label: low },
  ];
  const shaped = { shape: low, because: 'a count' };
  expect(await ofResult({ ...shaped, rules })).toContain(
    'tools.tool.result.rules[0].endorse.because reason-missing',
  );
  const spans = [{ pattern: 'x', label: low, endorse: { because: '-' } }];
  expect(await ofResult({ format: 'text', spans })).toContain(
    'tools.tool.result.spans[0].endorse.because reason-missing',
  );
  expect(await codes({}, { user: { label: high, spans } })).toContain(
    'user.spans[0].endorse.because reason-missing',
  );
});

proves('policy/check-reasons', async () => {
  const at = 'tools.tool.result';
  const text = { format: 'text', label: low } as const;
  expect(await ofResult(text, 'write')).toEqual([`${at}.label text-trusted`]);
  expect(await ofResult(text, 'read')).toEqual([]);
  expect(await ofResult({ ...text, label: high }, 'write')).toEqual([]);
  expect(await ofResult({ ...text, begins: 'Sent ' }, 'write')).toEqual([]);
  expect(await ofResult({ ...text, because: 'its own words' }, 'write')).toEqual([]);
  const failed = { label: low, failed: low };
  expect(await ofResult(failed)).toEqual([`${at}.failed failure-trusted`]);
  expect(await ofResult({ ...failed, because: 'its own words' })).toEqual([]);
  expect(await ofResult({ label: high, failed: low, because: 'its own words' })).toEqual([
    `${at}.failed failure-trusted`,
  ]);
});

proves('policy/check-names', async () => {
  const honest = { result: { format: 'json', label: high }, call: { ceiling: low } } as const;
  const named = { send_mail: honest, list_files: honest, othr: honest, weather: honest };
  const problems = await checkPolicy(JSON.stringify({ ...linted, tools: named }), { tools });
  const hints = problems.flatMap(({ code, path, hint }) =>
    code === 'tool-not-declared' ? [`${path} ${hint}`] : [],
  );
  expect(hints).toEqual([
    'tools.send_mail write `mcp__mail__send_mail`',
    'tools.list_files write `ListFiles`',
    'tools.othr write `other`',
    'tools.weather leave it out, or declare the tool',
  ]);
});

proves('policy/check-trust', async () => {
  const result = { format: 'text', label: high } as const;
  const open: ToolSource = { effect: 'read', result, call: { ceiling: 'top' } };
  const ofName = (name: string, tool: ToolSource) => codes({}, { tools: { [name]: tool } });
  for (const name of ['fetch_url', 'web_search', 'browse', 'get_webpage', 'browse_page']) {
    expect(await ofName(name, open)).toEqual([`tools.${name}.call.ceiling search-unlimited`]);
  }
  const shown = { ceiling: 'untrusted & everyone' };
  expect(await ofName('fetch_url', { ...open, call: shown })).toEqual([]);
  expect(await ofName('fetch_url', { ...open, call: { ceiling: low } })).toEqual([]);
  expect(await ofName('read_mail', open)).toEqual([]);
});
