import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  registeredPropagator,
  scriptedModel,
  SluiceError,
  type Policy,
  type Propagator,
} from '@sluice/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fakePolicy } from '../../../packages/core/test/fake-policy.ts';
import {
  answers,
  called,
  historyOf,
  inputOf,
  result,
  space,
  turn,
  untrusted,
} from '../../../packages/core/test/propagate/histories.ts';
import type { ModelWork } from '../../../packages/local/src/by-name/model-work.ts';
import { localPropagators } from '../../../packages/local/src/by-name/local-propagators.ts';
import { OpenModels } from '../../../packages/local/src/by-name/open-models.ts';
import { propagatorSpec } from '../../../packages/local/src/by-name/spec.ts';
import type {
  LocalPropagators,
  LocalPropagatorsOptions,
} from '../../../packages/local/src/by-name/open-local.ts';
import { openNamed } from '../../src/propagators.ts';
import { proves } from '../../../packages/local/src/testing/proves.ts';
import { weightsPath } from '../../../packages/local/src/weights/cache.ts';
import { tinyModels, type TinyModels } from '../../../packages/local/test/tiny-models.ts';

const clearance = (policy: Policy): Policy['space']['top'] => policy.space.top;
let tiny: TinyModels;
let empty = '';

beforeAll(() => {
  tiny = tinyModels();
  empty = mkdtempSync(path.join(tmpdir(), 'sluice-empty-'));
});
afterAll(() => {
  tiny.remove();
  rmSync(empty, { recursive: true });
});

function open(
  texts: readonly string[],
  options: Partial<LocalPropagatorsOptions> = {},
): Promise<LocalPropagators> {
  return openNamed(texts, { clearance, pathOf: tiny.pathOf, ...options });
}

const policy = fakePolicy({ override: { space } });

describe('each name', () => {
  test.each<[string, string, string]>([
    ['minimal-labels', 'model=tiny context=512', 'draft'],
    ['knn-lm', 'model=tiny context=512', 'draft'],
    ['introspection', 'model=tiny context=512', 'draft'],
    ['judge:local', 'model=tiny context=512', 'draft'],
    ['judge:local', 'model=tiny context=512 reads=history', 'nothing'],
    ['multi-execution', 'model=tiny context=512', 'nothing'],
  ])('%s(%s) is opened, and named as it is', async (name, options, needs) => {
    const text = `${name}(${options})`;
    await using opened = await open([text]);
    const propagator = made(opened, text);
    expect(propagator).toMatchObject({ name: name.split(':')[0], needs });
  });

  test('attention is opened with a screener of one’s own', async () => {
    const text = `attention(screener=${tiny.screener})`;
    await using opened = await open([text]);
    expect(made(opened, text)).toMatchObject({ name: 'attention', needs: 'draft' });
  });
});

/** As settings and command lines do it. */
function made({ registry }: LocalPropagators, text: string): Propagator {
  return registeredPropagator(text, { policy, registry, timeoutMsEach: 1_000 });
}

test('one can stand among others, and is asked as they are', async () => {
  const text = 'cheapest-first:lineage,judge:local(model=tiny context=512)';
  await using opened = await open([text]);
  expect(made(opened, text).name).toBe('cheapest-first:lineage,judge');
});

test('a model that several run on is opened once', async () => {
  const asked: string[] = [];
  const pathOf = (id: string): string => {
    asked.push(id);
    return tiny.pathOf(id);
  };
  const texts = ['minimal-labels', 'knn-lm', 'judge:local', 'knn-lm'].map(
    (name) => `${name}(model=tiny context=512)`,
  );
  await using opened = await open(texts, { pathOf });
  // Once in llama.cpp, once for its inside.
  expect(asked).toEqual(['tiny', 'tiny']);
  expect(made(opened, texts[1] ?? '').name).toBe('knn-lm');
});

test.each([
  ['minimal-labels(model=tiny context=4096)', 1],
  ['knn-lm(model=tiny context=4096)', 1],
  ['introspection(model=tiny context=4096 output=8)', 1],
  ['judge:local(model=tiny context=4096 output=8)', 1],
])('%s tells of each run of its model', async (name, least) => {
  const onWork = vi.fn<(work: ModelWork) => void>();
  await using opened = await open([name], { onWork });
  const history = historyOf(turn('user', 'hi'), called('send', {}), result('a', untrusted));
  await made(opened, name).relevant(inputOf(history, answers('a')));
  expect(onWork.mock.calls.length).toBeGreaterThanOrEqual(least);
  for (const [{ tokens }] of onWork.mock.calls) expect(tokens).toBeGreaterThanOrEqual(0);
  expect(onWork.mock.calls.some(([{ tokens }]) => tokens > 0)).toBe(true);
});

test('attention opens a vocabulary, not a second model that writes', async () => {
  const onWork = vi.fn<(work: ModelWork) => void>();
  const models = new OpenModels({ threads: 1, pathOf: tiny.pathOf, onWork });
  const llama = vi.spyOn(models, 'llama');
  const spec = propagatorSpec('attention', `screener=${tiny.screener}`);
  const attention = localPropagators.find(({ name }) => name === 'attention');
  await attention?.open(spec, { models, clearance, answering: undefined, onWork });
  expect(llama).not.toHaveBeenCalled();
  const { encode, model } = await models.tokenizer('tiny');
  await models.dispose();
  expect(model).toBe('tiny');
  expect(() => encode('hi', { control: false })).toThrow('closed');
});

test.each([
  ['introspection', { kind: 'all', because: 'judge-unclear' }],
  ['multi-execution', { kind: 'label', label: space.bottom }],
])('%s asks the model that answers, where there is one', async (name, expected) => {
  const model = scriptedModel(() => 'words');
  const answering = { model, clearance };
  await using opened = await open([name], { answering });
  const history = historyOf(turn('user', 'hi'), called('send', {}), result('a'));
  const relevance = await made(opened, name).relevant(inputOf(history, answers('a')));
  expect(JSON.stringify(relevance)).toBe(JSON.stringify(expected));
  expect(model.requests).toHaveLength(1);
});

test('a clearance is asked for each policy', async () => {
  const text = 'judge:local(model=tiny context=512)';
  await using opened = await open([text], { clearance: () => untrusted });
  expect(made(opened, text).name).toBe('judge');
});

async function refused(
  texts: readonly string[],
  options: Partial<LocalPropagatorsOptions> = {},
): Promise<Pick<SluiceError, 'code' | 'hint'>> {
  try {
    await using _ = await open(texts, options);
  } catch (error) {
    if (error instanceof SluiceError) return { code: error.code, hint: error.hint };
    throw error;
  }
  throw new Error('nothing was refused');
}

const missing = (id: string): string => weightsPath(id, { folder: empty });

proves('local/what-to-type', async () => {
  for (const name of ['minimal-labels', 'knn-lm', 'introspection', 'judge:local']) {
    expect(await refused([name], { pathOf: missing })).toEqual({
      code: 'file-unreadable',
      hint: 'type `sluice models pull smollm2-135m-instruct`',
    });
  }
});

test.each<[string, SluiceError['code']]>([
  ['minimal-labels(lamda=1)', 'propagator-invalid'],
  ['knn-lm(gamma=2)', 'propagator-invalid'],
  ['knn-lm(k=0)', 'propagator-invalid'],
  ['knn-lm(temperature=0)', 'propagator-invalid'],
  ['attention(screener=/no/such/file)', 'file-unreadable'],
  ['knn-lm(model=nobody-has-it)', 'settings-invalid'],
])('%s is refused before a run', async (text, code) => {
  expect((await refused([text], { pathOf: missing })).code).toBe(code);
});

test('what was not opened is not made', async () => {
  await using opened = await open(['judge:local(model=tiny context=512)']);
  expect(() => made(opened, 'judge:local')).toThrow('was not opened with these options');
  expect(() => made(opened, 'knn-lm')).toThrow('was not opened with these options');
});

test('texts that name none open nothing', async () => {
  await using opened = await open(['lineage', 'naive'], { pathOf: missing });
  expect(Object.keys(opened.registry)).toHaveLength(6);
});
