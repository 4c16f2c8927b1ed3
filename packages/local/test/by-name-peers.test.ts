import { expect, test, vi } from 'vitest';
import { openLocalPropagators } from '../src/by-name/open-local.ts';
import { proves } from '../src/testing/proves.ts';
import { tinyModels } from './tiny-models.ts';

// A process in which neither peer is installed.
vi.mock('node-llama-cpp', () => {
  throw new Error('not there');
});
vi.mock('onnxruntime-node', () => {
  throw new Error('not there');
});

async function hintFor(text: (screener: string) => string): Promise<unknown> {
  const { pathOf, screener, remove } = tinyModels();
  try {
    await openLocalPropagators([text(screener)], { pathOf, clearance: ({ space }) => space.top });
    return 'it was opened';
  } catch (error) {
    return error;
  } finally {
    remove();
  }
}

proves('local/what-to-type', async () => {
  expect(await hintFor(() => 'minimal-labels(model=tiny)')).toMatchObject({
    code: 'peer-missing',
    hint: 'npm install node-llama-cpp',
  });
  expect(await hintFor((screener) => `attention(screener=${screener})`)).toMatchObject({
    code: 'peer-missing',
    hint: 'npm install onnxruntime-node',
  });
});

test.each(['attention', 'attention(screener=network)'])('%s: its screener ships', async (text) => {
  expect(await hintFor(() => text)).toMatchObject({ hint: 'npm install onnxruntime-node' });
});

test('what needs no model of its own is opened without peers', async () => {
  expect(await hintFor(() => 'lineage')).toBe('it was opened');
});
