import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { modelProto } from './descriptor.ts';
import { GraphBuilder } from './graph.ts';
import { openRuntime, type Runtime } from './runtime.ts';

test('a graph says what it has been told', () => {
  const graph = new GraphBuilder();
  const x = graph.input('x', ['rows', 2]);
  const index = graph.input('index', ['some'], 'int64');
  const mean = graph.op('ReduceMean', [graph.op('Gather', [x, index]), graph.ints([-1])], {
    keepdims: 1,
  });
  graph.output('y', graph.op('Transpose', [mean], { perm: [1, 0] }), [1, 'some']);
  const { graph: built, ...model } = modelProto.toObject(modelProto.decode(graph.encode('small')), {
    longs: Number,
  });
  expect(model).toEqual({
    irVersion: 9,
    producerName: 'sluice',
    opsetImport: [{ version: 18 }, { domain: 'com.microsoft', version: 1 }],
  });
  expect(built).toMatchObject({
    name: 'small',
    input: [{ name: 'x' }, { name: 'index', type: { tensorType: { elemType: 7 } } }],
    output: [
      {
        name: 'y',
        type: {
          tensorType: { elemType: 1, shape: { dim: [{ dimValue: 1 }, { dimParam: 'some' }] } },
        },
      },
    ],
    node: [
      { opType: 'Gather', input: ['x', 'index'] },
      { opType: 'ReduceMean', attribute: [{ name: 'keepdims', i: 1, type: 2 }] },
      { opType: 'Transpose', attribute: [{ name: 'perm', ints: [1, 0], type: 7 }] },
      { opType: 'Identity', output: ['y'] },
    ],
  });
});

test('a constant used twice is stored once', () => {
  const graph = new GraphBuilder();
  expect(graph.ints([1, 2])).toBe(graph.ints([1, 2]));
  expect(graph.scalar(1)).toBe(graph.scalar(1));
  expect(graph.scalar(12)).not.toBe(graph.ints([12]));
});

describe('run', () => {
  let runtime: Runtime;
  beforeAll(async () => {
    runtime = await openRuntime({ threads: 1 });
  });

  /** Row-major, `[rows, columns]`. */
  function matrix(rows: number, columns: number, of: (row: number, column: number) => number) {
    const data = Float32Array.from({ length: rows * columns }, (_, at) =>
      of(Math.floor(at / columns), at % columns),
    );
    return runtime.floats(data, [rows, columns]);
  }

  test('a product is that of the matrices, read sideways where said, and scaled', async () => {
    const cases = fc.tuple(fc.boolean(), fc.boolean(), fc.constantFrom(1, 0.5));
    const sizes = fc.tuple(...[1, 2, 3].map(() => fc.integer({ min: 1, max: 4 })));
    const property = fc.asyncProperty(cases, sizes, async (options, [m = 1, k = 1, n = 1]) => {
      const [transposeLeft, transposeRight, scale] = options;
      const graph = new GraphBuilder();
      const left = graph.input('left', transposeLeft ? [k, m] : [m, k]);
      const right = graph.input('right', transposeRight ? [n, k] : [k, n]);
      const product = graph.product(left, right, { transposeLeft, transposeRight, scale });
      graph.output('product', product, [m, n]);
      const session = await runtime.open(graph.encode('product'));
      const a = (row: number, column: number): number => row - 2 * column;
      const b = (row: number, column: number): number => 3 * row + column - 1;
      const outputs = await session.run({
        left: transposeLeft ? matrix(k, m, (r, c) => a(c, r)) : matrix(m, k, a),
        right: transposeRight ? matrix(n, k, (r, c) => b(c, r)) : matrix(k, n, b),
      });
      const inner = Array.from({ length: k }, (_, at) => at);
      const expected = Array.from({ length: m * n }, (_, at) =>
        inner.reduce((sum, i) => sum + a(Math.floor(at / n), i) * b(i, at % n), 0),
      );
      const scaled = expected.map((value) => value * scale);
      expect(Array.from(outputs('product'), (value) => value + 0)).toEqual(
        scaled.map((v) => v + 0),
      );
      await session.dispose();
    });
    await fc.assert(property, { numRuns: 40 });
  });

  test('weights travel with the graph', async () => {
    const graph = new GraphBuilder();
    const weight = graph.weight(Float32Array.of(0, 1, 2, 3).subarray(1), [3]);
    graph.output('y', graph.op('Add', [graph.input('x', [3]), weight]), [3]);
    const session = await runtime.open(graph.encode('sum'));
    const outputs = await session.run({ x: runtime.floats(Float32Array.of(10, 20, 30), [3]) });
    expect(Array.from(outputs('y'))).toEqual([11, 22, 33]);
  });
});
