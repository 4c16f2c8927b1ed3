import { expect, test } from 'vitest';
import { both, fakePolicy, trusted, untrusted } from '../../../test/fake-policy.ts';
import { chain } from '../../label/dimension/chain.ts';
import { labelSpace } from '../../label/space.ts';
import { reveal } from '../../history/content.ts';
import { scriptedModel } from '../../model/scripted.ts';
import { naive } from '../../propagate/naive.ts';
import { savedDeclared, savedTextsReader } from './saved-texts.ts';
import { Session } from '../session.ts';

const policy = fakePolicy({});

async function saved() {
  const session = new Session({
    policy,
    model: scriptedModel(() => 'I am well.'),
    propagator: naive(),
    structure: 'keep',
    shortcuts: { allowedDraft: false, lazyReads: false },
    runId: 'run',
    nowMs: () => 0,
    tools: [],
    approval: { by: 'framework', clearance: both },
  });
  const said = { role: 'user', parts: [{ kind: 'text', text: 'How are you?' }] } as const;
  await session.step([said], { signal: new AbortController().signal });
  return { session, ...session.takeSaved() };
}

test('the texts of a saved session are read with their labels, entry by entry', async () => {
  const { session, log, head } = await saved();
  const read = savedTextsReader(policy, head);
  const found = log.flatMap((line) => read?.(JSON.parse(JSON.stringify(line))) ?? []);
  expect(found.map(({ entry }) => entry)).toEqual(session.order);
  expect(found.flatMap(({ texts }) => texts.map(reveal))).toEqual(['How are you?', 'I am well.']);
  expect(found.flatMap(({ texts }) => texts.map(({ label }) => label))).toEqual([trusted, trusted]);
  expect(found.flatMap(({ said }) => said.map(reveal))).toEqual(['I am well.']);
});

test('under another lattice nothing is read, and what is broken throws', async () => {
  const { head } = await saved();
  const space = labelSpace({ integrity: chain(['low', 'high']) });
  expect(savedTextsReader({ hash: 'another', space }, head)).toBeUndefined();
  expect(() => savedTextsReader(policy, 'no head')).toThrow('cannot be read');
  expect(() => savedTextsReader(policy, head)?.({ kind: 'entry', id: 1 })).toThrow(
    'cannot be read',
  );
});

test('what was said of tools is read with the label that it had, and not without one', () => {
  const said = JSON.stringify({ name: 'look', description: 'Looks.', parameters: {} });
  const line = { kind: 'declared', label: untrusted.text, texts: [said] };
  const [content, ...rest] = savedDeclared(policy.space, line);
  expect(content && reveal(content)).toBe('look\nLooks.');
  expect(content?.label).toBe(untrusted);
  expect(rest).toEqual([]);
  expect(savedDeclared(policy.space, { kind: 'declared', texts: [said] })).toEqual([]);
});
