import { loadPeer, SluiceError } from '@sluice/core';
import type { InferenceSession, Tensor } from 'onnxruntime-node';

/** Numbers with a shape, as the runtime wants them. Made once where they are fed often. */
export type Fed = Tensor;

/** One graph, ready to run. */
export interface GraphSession {
  /** Throws `model-failed`. The event loop stands still while it runs. */
  readonly run: (feeds: Readonly<Record<string, Fed>>) => Promise<Outputs>;
  readonly dispose: () => Promise<void>;
}

/** The output of a name; row-major. Throws `model-failed` for a name that the graph lacks. */
export type Outputs = (name: string) => Float32Array;

/** Opens and runs graphs; there is one per number of threads. */
export interface Runtime {
  readonly open: (graph: Uint8Array) => Promise<GraphSession>;
  readonly floats: (data: Float32Array, dims: readonly number[]) => Fed;
  readonly integers: (values: ArrayLike<number>) => Fed;
}

/**
 * Loads the optional peer `onnxruntime-node`. Throws `peer-missing` and `settings-invalid`.
 *
 * Threads do not spin while they wait: on a shared machine they would take the time that they
 * wait for.
 */
export async function openRuntime({ threads }: { readonly threads: number }): Promise<Runtime> {
  if (!Number.isInteger(threads) || threads < 1)
    throw new SluiceError('settings-invalid', '`threads` is not a number from 1 on', {
      hint: 'set `threads` to a whole number',
    });
  const { InferenceSession, Tensor } = await loadPeer(
    'onnxruntime-node',
    () => import('onnxruntime-node'),
  );
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    logSeverityLevel: 3,
    extra: { 'session.intra_op.allow_spinning': '0' },
  };
  return {
    open: async (graph) => {
      const session = await InferenceSession.create(graph, options).catch((cause: unknown) => {
        throw failed('a graph of the model could not be opened', cause);
      });
      return asSession(session);
    },
    floats: (data, dims) => new Tensor('float32', data, dims),
    integers: (values) =>
      new Tensor('int64', BigInt64Array.from(Array.from(values), BigInt), [values.length]),
  };
}

function asSession(session: InferenceSession): GraphSession {
  return {
    run: async (feeds) => {
      const outputs = await session.run(feeds).catch((cause: unknown) => {
        throw failed('a graph of the model could not be run', cause);
      });
      return (name) => {
        const data = outputs[name]?.data;
        if (data instanceof Float32Array) return data;
        throw failed(`a graph of the model has no output \`${name}\``);
      };
    },
    dispose: () => session.release(),
  };
}

function failed(message: string, cause?: unknown): SluiceError {
  return new SluiceError('model-failed', message, {
    hint: 'try a shorter input, or a build of onnxruntime-node for this machine',
    cause,
  });
}
