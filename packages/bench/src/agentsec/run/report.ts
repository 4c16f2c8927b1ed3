import { createHash } from 'node:crypto';
import { hashOfSources } from '../../sweep/source-hash.ts';
import { secBounds, type SecBound } from '../measure/bounds.ts';
import { secFigures, type SecFigures } from '../measure/figures.ts';
import { provesNothing, type ProvesNothing } from '../measure/proves-nothing.ts';
import { secTables, type SecTable } from '../measure/tables.ts';
import type { Suite } from '../suite/suite.ts';
import type { SecTask } from '../task/task.ts';
import type { Trace } from '../trace/trace.ts';
import { missedBy, type Missed } from '../validator/beta.ts';

export interface SecReport {
  readonly figures: SecFigures;
  readonly tables: readonly SecTable[];
  readonly missed: readonly Missed[];
  readonly bounds: readonly SecBound[];
  /** What trials failed of, each once. */
  readonly errors: readonly string[];
  readonly provesNothing: readonly ProvesNothing[];
  readonly versions: { readonly code: string; readonly data: string };
}

export interface Reported {
  readonly suite: Suite;
  /** Those whose targets the validator is tried on. */
  readonly tasks: readonly SecTask[];
}

export function secReport(traces: readonly Trace[], { suite, tasks }: Reported): SecReport {
  const missed = missedBy(tasks);
  const figures = secFigures(traces, missed);
  return {
    figures,
    tables: secTables(traces, suite),
    missed,
    bounds: secBounds(traces, { figures, suite }),
    errors: [...new Set(traces.flatMap(({ error }) => error ?? []))],
    provesNothing: provesNothing(traces),
    versions: { code: hashOfSources('agentsec'), data: hashOfTasks(tasks) },
  };
}

function hashOfTasks(tasks: readonly SecTask[]): string {
  return createHash('sha256').update(JSON.stringify(tasks)).digest('hex');
}
