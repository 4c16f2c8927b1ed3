import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import {
  processIo,
  type PullIo,
  type PullProgress,
  type PullWork,
} from '../../src/weights/pull-io.ts';

/** A folder that is gone after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-weights-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Bytes that are different at every place that a download may be cut. */
export function someBytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 255);
}

export interface TestWork extends PullWork {
  readonly progress: readonly PullProgress[];
  /** Resolves once so many bytes stand in the file. */
  readonly received: (bytes: number) => Promise<void>;
}

/** The real world, without its waiting and without a pip. */
export function testWork(io: Partial<PullIo> = {}, signal?: AbortSignal): TestWork {
  const progress: PullProgress[] = [];
  const waiting: { readonly bytes: number; readonly resolve: () => void }[] = [];
  return {
    io: { ...testIo, ...io },
    signal: signal ?? new AbortController().signal,
    onProgress: (each) => {
      progress.push(each);
      for (const { bytes, resolve } of waiting) if (each.bytes >= bytes) resolve();
    },
    progress,
    received: async (bytes) =>
      await new Promise((resolve) => void waiting.push({ bytes, resolve })),
  };
}

export const testIo: PullIo = {
  ...processIo,
  env: {},
  pips: [],
  wait: async () => await new Promise((resolve) => void setImmediate(resolve)),
};
