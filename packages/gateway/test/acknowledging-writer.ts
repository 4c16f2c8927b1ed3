import { openSqliteStore } from '../src/store/sqlite/store.ts';

/**
 * A process to be killed: writes to the store in its first argument, eight changes at a time, and
 * prints the number of each change once it is acknowledged.
 */
const [, , file = '', first = '0'] = process.argv;
const store = await openSqliteStore({ file, durability: 'normal', recordOf: () => 'full' });
let next = Number(first);
await Promise.all(Array.from({ length: 8 }, write));

async function write(): Promise<never> {
  for (;;) {
    const n = next++;
    const payload = JSON.stringify({ n, text: 'x'.repeat(2_000) });
    await store.commit({
      tenant: 'acme',
      run: `run_${n % 5}`,
      atMs: n,
      events: [{ type: 'written', label: '', subject: `n${n}`, payload }],
      entries: [{ id: n, json: String(n) }],
      head: String(n),
      hashes: [],
      questions: [],
    });
    process.stdout.write(`${n}\n`);
  }
}
