import { expect, test } from 'vitest';
import { checkPolicy } from '../load.ts';

const head = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: untrusted, withLinks: trusted }
tools:
  balances:
    effect: read
    call: { ceiling: untrusted }
    result:
      format: json
      label: untrusted
      shape: trusted
      because: The server lists the accounts of this customer.
      rules:
`;

async function said(...rules: readonly string[]): Promise<readonly string[]> {
  const text = head + rules.map((rule) => `        - ${rule}\n`).join('');
  return (await checkPolicy(text)).map(({ code, path, message, hint }) => {
    return `${code} ${path.replace(/^.*rules/, '')} ${message}; ${hint}`;
  });
}

const map = '{ path: $, label: untrusted, shape: trusted, keys: trusted, because: Its own ids. }';
const strangers =
  '{ path: $, label: untrusted, shape: trusted, keys: untrusted, because: A count. }';

test('keys that decide are told where they may raise trust', async () => {
  const picked = "path: '$[*]', label: trusted, when: { '$[*]~': { matches: 'ab-.*' } }";
  expect(await said(map, `{ ${picked} }`)).toEqual([]);
  expect(await said(strangers, `{ ${picked} }`)).toEqual([
    expect.stringMatching(/^field-decides \[1\] `\$\[\*\]~` is labelled `untrusted`.*joined in/),
  ]);
  expect(await said(strangers, `{ ${picked}, endorse: { because: The server checks. } }`)).toEqual([
    expect.stringMatching(/^field-decides \[1\] .*can raise trust/),
  ]);
  // Where no rule says the label of the keys, the rule labels what decides it.
  expect(await said(`{ ${picked} }`)).toEqual([
    expect.stringMatching(/^field-decides \[0\].when .*labels `\$\[\*\]~`, which decides/),
  ]);
});

test('so are paths that name a key of strangers', async () => {
  const named = '{ path: $.ann.sum, label: trusted }';
  const [first, ...more] = await said(strangers, named);
  expect(first).toMatch(/^field-decides \[1\].path the path names a key of `\$`.*'\$\[\*\]~'/);
  expect(more).toEqual([]);
  expect(await said(map, named)).toEqual([]);
});

test('keys below the shape, and keys without a reason', async () => {
  expect(await said('{ path: $.a, label: untrusted, keys: trusted }')).toEqual([
    expect.stringMatching(/^shape-raises \[0\].keys .*write `shape: trusted`/),
  ]);
  const bare = head.replace(/ +because.*\n/, '');
  const rule =
    '        - { path: $.a, label: untrusted, shape: trusted, keys: trusted, because: TODO }\n';
  const problems = await checkPolicy(bare + rule);
  expect(problems.map(({ path }) => path)).toContain('tools.balances.result.rules[0].keys');
});

test('a rule with keys of its own is not idle, and the texts that it lists are told', async () => {
  expect(await said('{ path: $.a, label: untrusted, keys: untrusted }')).toEqual([]);
  const twice = '{ path: $.a, label: untrusted, keys: untrusted, name: one }';
  expect((await said(twice, twice)).join()).toContain('rule-idle');
  const raised = "{ path: '$[*]', label: untrusted, when: { '$[*]~': pin } }";
  const low = '{ path: $, label: trusted, keys: untrusted }';
  expect((await said(low, raised)).join()).toContain('list-holds-back');
  const never = "{ path: '$[*]', label: trusted, when: { '$[*]~': { in: [a], notIn: [a] } } }";
  expect((await said(map, never)).join()).toContain('rule-idle');
});
