import { loadPolicy, type Policy } from '@sluice/core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fakeCompletions } from '../../test/fake-completions.ts';
import { answers, searched } from '../testing/labelled-history.ts';
import { openLocalPropagators } from './open-local.ts';

const text = (models: string): string => `version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
onViolation: ask
answer: { ceiling: top }
tools: {}
models: ${models}
`;

async function policyWith(models: string): Promise<Policy> {
  return loadPolicy(text(models), { file: 'sluice.yaml' });
}

/** Asks about a draft, with the model on a server. */
async function asked(policy: Policy, more = '') {
  const server = await fakeCompletions();
  onTestFinished(server.close);
  const folder = mkdtempSync(path.join(tmpdir(), 'served-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tokenizer = path.join(folder, 'tokenizer_config.json');
  writeFileSync(tokenizer, JSON.stringify({ added_tokens_decoder: { 2: { content: '</s>' } } }));
  const options = `server=${server.baseURL} model=served tokenizer=${tokenizer} lambda=1000 ${more}`;
  const clearance = ({ space }: Policy) => space.top;
  await using local = await openLocalPropagators([`minimal-labels(${options})`], { clearance });
  const propagator = local.registry['minimal-labels']?.(policy, options);
  if (propagator?.needs !== 'draft') throw new Error('it reads a draft');
  const { space } = policy;
  const found = [{ label: space.top, text: 'A note.' }];
  const history = searched(space, 'Which note?', found);
  const { signal } = new AbortController();
  const relevance = await propagator.relevant({ space, history, signal, draft: answers('None.') });
  return { relevance, prompts: server.prompts, space };
}

test('a model on a server is asked in its own turns, where the policy lets it read', async () => {
  const { relevance, prompts, space } = await asked(
    await policyWith('{ served: { judge: untrusted } }'),
  );
  expect(relevance).toEqual({ kind: 'label', label: space.bottom });
  expect(prompts.at(-1)).toContain('### User:\nWhich note?');
});

test('labels are pruned where that is asked for, by no other name', async () => {
  const policy = await policyWith('{ served: { judge: untrusted } }');
  const { relevance, space } = await asked(policy, 'prune=shapley contribution=-1000000');
  expect(relevance).toEqual({ kind: 'label', label: space.bottom });
  await expect(asked(policy, 'prune=harder')).rejects.toMatchObject({ code: 'propagator-invalid' });
});

test.each(['{}', "{ other: { judge: untrusted }, '*': { judge: trusted } }"])(
  'it is sent nothing where the policy does not: %s',
  async (models) => {
    const { relevance, prompts } = await asked(await policyWith(models));
    expect(relevance).toEqual({ kind: 'all', because: 'draft-missing' });
    expect(prompts).toEqual([]);
  },
);

test('without a file that tells its control tokens it is not opened', async () => {
  const opening = openLocalPropagators(['minimal-labels(server=http://127.0.0.1:9/v1 model=m)'], {
    clearance: ({ space }) => space.top,
  });
  await expect(opening).rejects.toMatchObject({ code: 'propagator-invalid' });
});
