import { availableParallelism } from 'node:os';
import { SluiceError, splitNames } from '@sluice/core';
import type { RecordFile } from '../replay/read/records.ts';
import { wayNamed, wayNames } from '../replay/ways.ts';
import type { AuditSetting } from './work/auditor.ts';
import type { GroupBy } from './count/tally.ts';

export interface AuditOptions {
  readonly policy?: string;
  readonly policies?: string;
  readonly suiteFile?: string;
  readonly suite?: string;
  readonly attack?: string;
  readonly model?: string;
  readonly propagator?: string;
  readonly by?: string;
  readonly workers?: number;
  readonly resume?: string;
  readonly html?: string;
  readonly list?: number;
  readonly json?: true;
}

/**
 * Throws `file-unreadable` for a propagator that there is not, `propagator-invalid` for a rule of
 * lineage that there is not.
 */
export function settingOf(options: AuditOptions): AuditSetting {
  const { policy, policies, suiteFile, propagator, html } = options;
  const names = propagator === undefined ? ['lineage', 'naive'] : namesIn(propagator);
  const unknown = names.find((name) => wayNamed(name) === undefined);
  if (unknown === undefined) {
    const timeLines = html !== undefined;
    return { policy, policies, suiteFile, propagators: [...new Set(names)], timeLines };
  }
  throw new SluiceError('file-unreadable', `\`sluice audit\` has no propagator \`${unknown}\``, {
    hint: `choose one or more of ${wayNames.join(',')}`,
  });
}

/** Lineage has one name, in whichever order its rules were typed. */
function namesIn(text: string): readonly string[] {
  return splitNames(text, ',').map((name) => wayNamed(name)?.name ?? name);
}

/** Throws `file-unreadable` for what runs have not. */
export function groupingOf(text = 'model,suite'): readonly GroupBy[] {
  const known = ['model', 'suite', 'attack'] as const;
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !known.some((one) => one === name));
  if (unknown === undefined) return known.filter((name) => names.includes(name));
  throw new SluiceError('file-unreadable', `runs cannot be grouped by \`${unknown}\``, {
    hint: `choose one or more of ${known.join(',')}`,
  });
}

/** Below this a second thread costs more than it saves. */
const inlineBytesMax = 100_000;
/** Texts of runs shrink to about a tenth when they are zipped. */
const zippedShare = 10;

export function workersFor(files: readonly RecordFile[], wanted: number | undefined): number {
  if (wanted !== undefined) return wanted;
  const bytes = files.reduce(
    (sum, { file, bytes: size }) => sum + (file.endsWith('.gz') ? zippedShare : 1) * size,
    0,
  );
  return bytes < inlineBytesMax ? 0 : availableParallelism();
}
