import { SluiceError } from '@sluice/core';
import { availableParallelism } from 'node:os';
import { policyFiles, policyFor } from '../replay/suites.ts';
import { recordFiles, recordsIn, type RecordFile } from '../replay/records.ts';
import type { RecordedRun } from '../replay/record.ts';
import { readText } from '../files.ts';
import type { Terminal } from '../terminal.ts';
import { propagators, type AuditSetting, type Job } from './auditor.ts';
import { auditFigures, isHeld, type AuditResult } from './figures.ts';
import { Findings } from './findings.ts';
import { LeftOuts } from './left-out.ts';
import { HtmlReport } from './html/report.ts';
import type { RunOutcome } from './outcome.ts';
import { poolFor, type Outcomes, type Pool } from './pool.ts';
import { progressOver, type Progress } from './progress.ts';
import { printAudit } from './show.ts';
import { stateIn } from './state.ts';
import { Tally, type GroupBy } from './tally.ts';

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
  readonly json?: true;
}

/** Below this a second thread costs more than it saves. */
const inlineBytesMax = 100_000;

/** Audits recorded runs; 0 where the audit's own numbers hold. */
export async function runAudit(
  paths: readonly string[],
  options: AuditOptions,
  terminal: Terminal,
): Promise<0 | 1> {
  const started = performance.now();
  const by = groupingOf(options.by);
  const setting = { ...settingOf(options), timeLines: options.html !== undefined };
  if (options.policy !== undefined) await policyFor('', setting);
  const files = recordFiles(paths);
  const report = options.html === undefined ? undefined : new HtmlReport(options.html);
  const [tally, findings, left] = [new Tally(), new Findings(), new LeftOuts()];
  const progress = progressOver(files.reduce((sum, { bytes }) => sum + bytes, 0));
  const keep = (outcome: RunOutcome): void => {
    tally.add(outcome);
    findings.add(outcome);
    report?.add(outcome);
  };
  const of = { key: await stateKey(setting), files };
  const state = await stateIn(options.resume, of, (outcome) => {
    if (isWanted(outcome, options)) keep(outcome);
  });
  const take = (outcomes: Outcomes): void => {
    const audited = outcomes.filter((outcome): outcome is RunOutcome => !('fault' in outcome));
    for (const outcome of outcomes) {
      if ('fault' in outcome) left.add(outcome, { kind: 'unreadable', because: outcome.fault });
    }
    for (const outcome of audited) keep(outcome);
    state.save(audited);
    progress.audited(audited.length);
  };
  const pool = poolFor({ setting, workers: workersFor(files, options.workers), take });
  const isOpen = ({ file, line, run }: Job): boolean =>
    isWanted(wantedOf(run), options) && !state.isDone({ file, line });
  await readAll(files, { pool, left, progress, isOpen });
  progress.end();
  const seconds = (performance.now() - started) / 1000;
  const result: AuditResult = { groups: tally.groups, left, seconds };
  report?.end(result, findings);
  printAudit(result, { findings, by }, terminal);
  if (options.json === true) terminal.print(jsonOf(result, findings));
  return isHeld(result) ? 0 : 1;
}

async function readAll(
  files: readonly RecordFile[],
  {
    pool,
    left,
    progress,
    isOpen,
  }: {
    readonly pool: Pool;
    readonly left: LeftOuts;
    readonly progress: Progress;
    readonly isOpen: (job: Job) => boolean;
  },
): Promise<void> {
  try {
    for (const { file } of files) {
      for await (const { line, reading } of recordsIn(file, progress.read)) {
        if (reading.kind !== 'run') {
          left.add({ file, line }, reading);
          continue;
        }
        const job = { file, line, run: reading.run };
        if (isOpen(job)) await pool.add(job);
      }
    }
  } finally {
    await pool.end();
  }
}

type Wanted = Pick<RunOutcome, 'suite' | 'model' | 'attack'>;

function wantedOf({ suite, model, attack }: RecordedRun): Wanted {
  return { suite, model, attack: attack?.name ?? '' };
}

/** Benign runs stay whatever the attack: they show what the same policy would interrupt. */
function isWanted(run: Wanted, { suite, attack, model }: AuditOptions): boolean {
  return (
    (suite === undefined || run.suite === suite) &&
    (model === undefined || run.model === model) &&
    (attack === undefined || run.attack === '' || run.attack === attack)
  );
}

/** What outcomes depend on besides the records: settings, and the text of the policies. */
async function stateKey(setting: AuditSetting): Promise<string> {
  const texts = policyFiles(setting).map((file) => [file, readText(file)]);
  const bytes = new TextEncoder().encode(JSON.stringify([setting, texts]));
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

function settingOf({ policy, policies, suiteFile, propagator }: AuditOptions): AuditSetting {
  const known = Object.keys(propagators);
  const names = propagator === undefined ? ['lineage', 'naive'] : propagator.split(',');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined)
    return { policy, policies, suiteFile, propagators: names, timeLines: false };
  throw new SluiceError('file-unreadable', `audit knows no propagator \`${unknown}\``, {
    hint: `one or more of: ${known.join(',')}`,
  });
}

function groupingOf(text = 'model,suite'): readonly GroupBy[] {
  const known = ['model', 'suite', 'attack'] as const;
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !known.some((one) => one === name));
  if (unknown === undefined) return known.filter((name) => names.includes(name));
  throw new SluiceError('file-unreadable', `runs cannot be told apart by \`${unknown}\``, {
    hint: `one or more of: ${known.join(',')}`,
  });
}

function workersFor(files: readonly RecordFile[], wanted: number | undefined): number {
  if (wanted !== undefined) return wanted;
  const bytes = files.reduce(
    (sum, { file, bytes: size }) => sum + (file.endsWith('.gz') ? 10 : 1) * size,
    0,
  );
  return bytes < inlineBytesMax ? 0 : availableParallelism();
}

function jsonOf(result: AuditResult, { uncovered, interruptions, unlisted }: Findings): string {
  const { groups, left } = result;
  const figures = auditFigures(result);
  return JSON.stringify({ figures, groups, uncovered, interruptions, unlisted, leftOut: left.all });
}
