import { sweep } from '../../src/sweep/sweep.ts';
import { done, someSpecs, versions } from './world.ts';

// A sweep for a test to kill: it says each trial that it starts, and takes its time.
const [ledger = ''] = process.argv.slice(2);
await sweep({
  specs: someSpecs(40),
  versions,
  ledger,
  workers: 2,
  timeoutMs: 10_000,
  command: 'sluice bench',
  run: async (spec) => {
    process.stdout.write(`${spec.task}\n`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return done;
  },
});
