import { secDefences } from '../../src/agentsec/defence/all.ts';
import type { SecDefence } from '../../src/agentsec/defence/defence.ts';
import { readerModel, runGrid } from '../../src/agentsec/run/run.ts';
import { shippedNames } from '../../src/agentsec/sluice/propagators.ts';
import type { SecTask } from '../../src/agentsec/task/task.ts';
import type { Trace } from '../../src/agentsec/trace/trace.ts';

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
