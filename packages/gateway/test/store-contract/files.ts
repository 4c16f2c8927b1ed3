import { expect } from 'vitest';
import type { FileRecord } from '../../src/store/file-store.ts';
import { proves } from '../../src/testing/proves.ts';
import { someChange } from '../temporary-store.ts';
import type { StoreKind } from './store-kind.ts';

const written: FileRecord = {
  path: '/srv/app/src/a.ts',
  label: 'untrusted',
  cause: 'written',
  run: 'run_1',
  call: 'call_1',
  atMs: 1,
};
const open: FileRecord = { ...written, path: '/srv/app', cause: 'open' };

/** Labels of files. */
export function fileContract({ openTwice }: StoreKind): void {
  proves('store/files', async () => {
    const [store, other] = await openTwice();
    expect(await store.files.list('acme')).toEqual([]);
    await store.files.change('acme', { put: [written, open, { ...open, call: 'call_2' }] });
    await store.files.change('globex', { put: [written] });
    expect(await other.files.tenants()).toEqual(['acme', 'globex']);
    expect(await other.files.list('acme')).toHaveLength(3);
    // Of one file there is one record; of each open command one of its own.
    const again: FileRecord = { ...written, label: 'top', cause: 'changed', hash: 'a'.repeat(64) };
    await other.files.change('acme', { put: [again], remove: [open] });
    const left = await store.files.list('acme');
    expect(left).toHaveLength(2);
    expect(left).toEqual(expect.arrayContaining([again, { ...open, call: 'call_2' }]));
    // They outlive the run that wrote the file.
    await store.commit(someChange());
    await store.events.erase('acme', 'run_1', 2_000);
    expect(await store.files.list('acme')).toHaveLength(2);
    expect(await store.files.list('globex')).toEqual([written]);
  });
}
