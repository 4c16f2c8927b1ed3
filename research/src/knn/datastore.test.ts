import { describe, expect, test } from 'vitest';
import type { HiddenStates } from '../../../packages/local/src/port/hidden-states.ts';
import { fakeStates } from '../../../packages/local/src/testing/fake-states.ts';
import { proves } from '../testing/proves.ts';
import { Datastore, type KeptDocuments } from './datastore.ts';
import { bytesOf, documentStates, type DocumentStates } from './document-states.ts';
import { knnLimits } from './knn-limits.ts';

const signal = new AbortController().signal;
const tokens = [3, 1, 4, 1, 5];

const ask = (store: Datastore, tenant: string, asked: readonly number[] = tokens) =>
  store.document({ tenant, tokens: asked, signal });

describe('a document', () => {
  test('has the state before each token but the first, and the token', async () => {
    const model = fakeStates();
    const document = await documentStates(model, tokens, { signal });
    const whole = await fakeStates().states({ tokens, from: 0 }, { signal });
    expect([...document.tokens]).toEqual([1, 4, 1, 5]);
    expect(document.keys).toEqual(whole.hidden.subarray(0, 4 * whole.width));
    // Log-probabilities would take the vocabulary's width a token, for nothing.
    expect(model.calls).toEqual([{ tokens: [3, 1, 4, 1], from: 0, next: false }]);
  });

  test.each([[[]], [[7]]])('of the tokens %j says nothing, and costs nothing', async (short) => {
    const model = fakeStates();
    const document = await documentStates(model, short, { signal });
    expect([document.tokens.length, document.keys.length, model.calls.length]).toEqual([0, 0, 0]);
  });

  test('that is too long is refused before the model is run', async () => {
    const model = fakeStates();
    const long = Array.from({ length: knnLimits.documentTokensMax + 1 }, () => 1);
    await expect(documentStates(model, long, { signal })).rejects.toThrow('more than 16384 tokens');
    expect(model.calls).toHaveLength(0);
  });

  test('whose states have another size than asked is refused', async () => {
    const model = {
      model: 'wrong',
      states: async () => {
        return { hidden: new Float32Array(4), width: 4, next: new Float32Array(), vocabulary: 0 };
      },
    };
    await expect(documentStates(model, tokens, { signal })).rejects.toThrow('another size');
  });
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])('a state of %d is refused', async (wrong) => {
  const model: HiddenStates = {
    model: 'fake',
    states: async (input, options) => {
      const found = await fakeStates().states(input, options);
      found.hidden[5] = wrong;
      return found;
    },
  };
  await expect(documentStates(model, tokens, { signal })).rejects.toMatchObject({
    code: 'model-failed',
  });
});

test('a document is computed once', async () => {
  const model = fakeStates();
  const store = new Datastore(model);
  expect(await ask(store, 'a')).toMatchObject({ evaluated: 4 });
  expect(await ask(store, 'a')).toMatchObject({ evaluated: 0 });
  expect(await ask(store, 'a', [3, 1, 4, 1, 6])).toMatchObject({ evaluated: 4 });
  expect(model.calls).toHaveLength(2);
});

proves('knn/tenants', async () => {
  const model = fakeStates();
  const written: string[] = [];
  const files = new Map<string, DocumentStates>();
  const kept: KeptDocuments = {
    read: async (tenant, key) => files.get(`${tenant} ${key}`),
    write: async (tenant, key, document) => {
      written.push(tenant);
      files.set(`${tenant} ${key}`, document);
    },
    forget: async () => {},
  };
  const store = new Datastore(model, { kept });
  const { document: first } = await ask(store, 'a');
  const { document: other, evaluated } = await ask(store, 'b');
  // The same text, computed again: not even the time tells one tenant what another has read.
  expect(evaluated).toBe(4);
  expect(other).not.toBe(first);
  expect(other).toEqual(first);
  expect(written).toEqual(['a', 'b']);
  const restarted = new Datastore(model, { kept });
  expect(await ask(restarted, 'c')).toMatchObject({ evaluated: 4 });
});

test('one tenant’s documents displace none of another', async () => {
  const model = fakeStates();
  const { document } = await ask(new Datastore(model), 'a');
  const store = new Datastore(model, { tenantBytesMax: 2 * bytesOf(document) });
  await ask(store, 'a');
  for (let at = 0; at < 9; at += 1) await ask(store, 'b', [...tokens.slice(1), 6 + at]);
  expect(await ask(store, 'a')).toMatchObject({ evaluated: 0 });
  expect(await ask(store, 'b', [...tokens.slice(1), 6])).toMatchObject({ evaluated: 4 });
});

test('tenants beyond the most are forgotten, the longest unused first', async () => {
  const store = new Datastore(fakeStates(), { tenantsMax: 2 });
  for (const tenant of ['a', 'b', 'a', 'c']) await ask(store, tenant);
  expect(await ask(store, 'a')).toMatchObject({ evaluated: 0 });
  expect(await ask(store, 'b')).toMatchObject({ evaluated: 4 });
});

test('another model has documents of its own', async () => {
  const files = new Map<string, DocumentStates>();
  const kept: KeptDocuments = {
    read: async (_, key) => files.get(key),
    write: async (_, key, document) => void files.set(key, document),
    forget: async () => {},
  };
  await ask(new Datastore(fakeStates({ model: 'one' }), { kept }), 'a');
  const other = new Datastore(fakeStates({ model: 'two' }), { kept });
  expect(await ask(other, 'a')).toMatchObject({ evaluated: 4 });
  const again = new Datastore(fakeStates({ model: 'one' }), { kept });
  expect(await ask(again, 'a')).toMatchObject({ evaluated: 0 });
});

test.each([[[1, 2, 3]], [[1, 2, 3, 4, 6]]])(
  'what is kept of %j under the key of another document is computed anew',
  async (of) => {
    const { document: other } = await ask(new Datastore(fakeStates()), 'a', of);
    const nothing = async (): Promise<void> => {};
    const kept: KeptDocuments = { read: async () => other, write: nothing, forget: nothing };
    expect(await ask(new Datastore(fakeStates(), { kept }), 'a')).toMatchObject({ evaluated: 4 });
  },
);

test('all tenants together have no more than the most bytes, the longest unused go first', async () => {
  const { document } = await ask(new Datastore(fakeStates()), 'a');
  const store = new Datastore(fakeStates(), { allBytesMax: 2 * bytesOf(document) });
  for (const tenant of ['a', 'b', 'a', 'c']) await ask(store, tenant);
  expect(await ask(store, 'a')).toMatchObject({ evaluated: 0 });
  expect(await ask(store, 'b')).toMatchObject({ evaluated: 4 });
});

test('a tenant is forgotten when told, in memory and where it is kept', async () => {
  const forgotten: string[] = [];
  const nothing = async (): Promise<undefined> => undefined;
  const forget = async (tenant: string): Promise<void> => void forgotten.push(tenant);
  const store = new Datastore(fakeStates(), { kept: { read: nothing, write: nothing, forget } });
  for (const tenant of ['a', 'b']) await ask(store, tenant);
  await store.forget('a');
  expect(forgotten).toEqual(['a']);
  expect(await ask(store, 'a')).toMatchObject({ evaluated: 4 });
  expect(await ask(store, 'b')).toMatchObject({ evaluated: 0 });
});

proves('knn/forgotten', async () => {
  for (const when of ['states', 'write']) {
    const files = new Map<string, DocumentStates>();
    const forget = (): Promise<void> => store.forget('a');
    const model = fakeStates();
    const slow: HiddenStates = {
      model: model.model,
      states: async (input, options) => {
        if (when === 'states' && model.calls.length === 0) await forget();
        return model.states(input, options);
      },
    };
    const kept: KeptDocuments = {
      read: async (tenant) => files.get(tenant),
      write: async (tenant, __, document) => {
        if (when === 'write' && model.calls.length === 1) await forget();
        files.set(tenant, document);
      },
      forget: async (tenant) => void files.delete(tenant),
    };
    const store = new Datastore(slow, { kept });
    await ask(store, 'b', [9, 9]);
    model.calls.splice(0);
    expect(await ask(store, 'a')).toMatchObject({ evaluated: 4 });
    expect([...files.keys()]).toEqual(['b']);
    expect(await ask(store, 'a')).toMatchObject({ evaluated: 4 });
    expect(await ask(store, 'a')).toMatchObject({ evaluated: 0 });
  }
});
