import { expect, test, vi } from 'vitest';
import { proves } from '../testing/proves.ts';
import { GraphBuilder } from './graph.ts';
import { openRuntime } from './runtime.ts';

async function doubling() {
  const runtime = await openRuntime({ threads: 1 });
  const graph = new GraphBuilder();
  const x = graph.input('x', ['rows']);
  graph.output('y', graph.op('Add', [x, x]), ['rows']);
  return { runtime, session: await runtime.open(graph.encode('doubling')) };
}

test('what a graph cannot be run on is an error of the model', async () => {
  const { runtime, session } = await doubling();
  const failed = { code: 'model-failed' };
  await expect(session.run({})).rejects.toMatchObject(failed);
  await expect(session.run({ x: runtime.integers([1, 2]) })).rejects.toMatchObject(failed);
  const outputs = await session.run({ x: runtime.floats(Float32Array.of(1, 2), [2]) });
  expect(() => outputs('z')).toThrow(expect.objectContaining(failed));
  expect(Array.from(outputs('y'))).toEqual([2, 4]);
});

test('lengths are free where they are named', async () => {
  const { runtime, session } = await doubling();
  for (const rows of [0, 1, 5]) {
    const x = runtime.floats(new Float32Array(rows).fill(2), [rows]);
    expect((await session.run({ x }))('y')).toHaveLength(rows);
  }
});

test('a graph that is none is an error of the model', async () => {
  const { runtime } = await doubling();
  await expect(runtime.open(Uint8Array.of(1, 2, 3))).rejects.toMatchObject({
    code: 'model-failed',
  });
});

test.each([0, -1, 1.5, NaN])('%d threads are none', async (threads) => {
  await expect(openRuntime({ threads })).rejects.toMatchObject({ code: 'settings-invalid' });
});

proves('saliency/no-peer', async () => {
  vi.doMock('onnxruntime-node', () => {
    throw new Error('not installed');
  });
  await expect(openRuntime({ threads: 1 })).rejects.toMatchObject({
    code: 'peer-missing',
    hint: 'npm install onnxruntime-node',
  });
  vi.doUnmock('onnxruntime-node');
});
