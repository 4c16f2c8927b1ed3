import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
import { tinyBertWidth, writeTinyBert } from '../testing/tiny-bert.ts';
import { tinyModel } from '../testing/tiny-model.ts';
import { bertToGguf } from '../weights/convert/bert-gguf.ts';
import { openEmbedder, type OpenedEmbedder } from './open-embedder.ts';
import { dot } from './unit-vector.ts';

const { signal } = new AbortController();
const folder = mkdtempSync(path.join(tmpdir(), 'sluice-embedder-'));
const file = path.join(folder, 'Tiny-BERT.gguf');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a tiny sentence model', () => {
  let embedder: OpenedEmbedder;
  beforeAll(async () => {
    bertToGguf(writeTinyBert(folder), file);
    embedder = await openEmbedder({ path: file, threads: 1 });
  });
  afterAll(() => embedder?.dispose());

  test('gives vectors of length 1, whatever it has read before', async () => {
    expect(embedder).toMatchObject({ model: 'tiny-bert', tokensMax: 64 });
    const one = await embedder.embed('cat sits', { signal });
    expect(one).toHaveLength(tinyBertWidth);
    expect(dot(one, one)).toBeCloseTo(1, 5);
    const other = await embedder.embed('mat bank mat bank', { signal });
    expect(other).not.toEqual(one);
    expect(await embedder.embed('Cat sits', { signal })).toEqual(one);
  });

  test('reads the name of a control token as text', async () => {
    // Three pieces that the vocabulary does not know, in place of one that ends the text.
    const [named, unknown] = await Promise.all(
      ['cat [SEP]', 'cat ( unheard )'].map((text) => embedder.embed(text, { signal })),
    );
    expect(named).toEqual(unknown);
  });

  test.each([
    ['nothing', '', 'model-failed'],
    ['blanks alone', ' \n', 'model-failed'],
  ])('%s is an error, and the next text is read', async (_, text, code) => {
    await expect(embedder.embed(text, { signal })).rejects.toMatchObject({ code });
    expect(await embedder.embed('cat', { signal })).toHaveLength(tinyBertWidth);
  });

  proves('embed/never-cut', async () => {
    // Two tokens stand around each text.
    expect(await embedder.embed('cat '.repeat(62), { signal })).toHaveLength(tinyBertWidth);
    for (const count of [63, 64, 65, 600]) {
      const long = embedder.embed('cat '.repeat(count), { signal });
      await expect(long).rejects.toMatchObject({ code: 'limit-exceeded' });
    }
  });

  test('what is aborted says so', async () => {
    const late = embedder.embed('cat', { signal: AbortSignal.abort() });
    await expect(late).rejects.toMatchObject({ code: 'aborted' });
  });

  test('what is closed says so', async () => {
    const other = await openEmbedder({ path: file, model: 'other', threads: 1 });
    await other.dispose();
    await expect(other.embed('cat', { signal })).rejects.toMatchObject({ code: 'model-failed' });
  });
});

test.each([
  ['a model that writes', tinyModel({ seed: 1, type: 'f32' }), 'weights-invalid'],
  ['no model', new TextEncoder().encode('no model'), 'weights-invalid'],
])('%s is refused', async (_, bytes, code) => {
  const wrong = path.join(folder, 'wrong.gguf');
  writeFileSync(wrong, bytes);
  await expect(openEmbedder({ path: wrong, threads: 1 })).rejects.toMatchObject({ code });
});
