import path from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/temporary-store.ts';
import { StoreError } from '../../errors.ts';
import { connect } from './connect.ts';
import { writability, type Change } from './writer.ts';

const disk = vi.hoisted(() => ({ freeBytes: 0 }));

vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  const statfs = async (file: string) =>
    Object.assign(await real.statfs(file), { bavail: disk.freeBytes, bsize: 1 });
  return { ...real, statfs: statfs as unknown as typeof real.statfs };
});

afterEach(() => {
  disk.freeBytes = 0;
});

const full = new StoreError('store-full', 'the disk is full', { hint: 'free some space' });

async function opened(fault: StoreError | undefined) {
  const database = await connect(path.join(temporaryFolder(), 'sluice.db'));
  onTestFinished(() => database.raw.close());
  const state = { fault, writes: 0 };
  const write = async <T>(change: Change<T>): Promise<T> => {
    state.writes += 1;
    const made = change({ seq: 0, hash: '' });
    state.fault = undefined;
    return await Promise.resolve(made);
  };
  const writer = {
    get fault() {
      return state.fault;
    },
    write,
  };
  return { state, requireWritable: writability(database, writer) };
}

test('while writes succeed nothing is tried', async () => {
  const { state, requireWritable } = await opened(undefined);
  await requireWritable();
  expect(state.writes).toBe(0);
});

test('a full disk is not written to before there is room; those who ask share one try', async () => {
  const { state, requireWritable } = await opened(full);
  await expect(requireWritable()).rejects.toBe(full);
  expect(state.writes).toBe(0);
  disk.freeBytes = 1_000_000_000;
  await Promise.all([requireWritable(), requireWritable(), requireWritable()]);
  expect(state.writes).toBe(1);
  await requireWritable();
  expect(state.writes).toBe(1);
});
