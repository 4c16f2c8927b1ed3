import { secDefences } from '../defence/all.ts';
import type { SecDefence } from '../defence/defence.ts';
import { readerModel, runGrid } from '../run/run.ts';
import { shippedNames } from '../sluice/propagators.ts';
import type { SecTask } from '../task/task.ts';
import type { Trace } from '../trace/trace.ts';

/** Everything that needs no model. */
const readerDefences = secDefences({
  propagators: shippedNames,
  make: (name) => {
    throw new Error(`nobody makes ${name} here`);
  },
  url: undefined,
});

/** The worst-case reader on some tasks. */
export function runReader(
  tasks: readonly SecTask[],
  defences: readonly SecDefence[] = readerDefences,
): Promise<readonly Trace[]> {
  let ticks = 0;
  const nowMs = (): number => (ticks += 1);
  const { signal } = new AbortController();
  return runGrid({ models: [readerModel(tasks, defences)], signal, nowMs });
}
