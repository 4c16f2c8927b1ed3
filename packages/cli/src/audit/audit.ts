import { policyFiles, policyFor } from '../replay/suites.ts';
import { recordFiles, recordsIn, type RecordFile } from '../replay/read/records.ts';
import { readText } from '../files.ts';
import type { Terminal } from '../terminal.ts';
import type { AuditSetting, Job } from './work/auditor.ts';
import { auditFigures, isHeld, type AuditResult } from './count/figures.ts';
import type { Findings } from './count/findings.ts';
import { Choice } from './choice.ts';
import { Ledger } from './count/ledger.ts';
import { type AuditOptions, groupingOf, settingOf, workersFor } from './options.ts';
import { poolFor, type Outcomes, type Pool } from './work/pool.ts';
import { progressOver } from './work/progress.ts';
import { printAudit } from './show/show.ts';
import { stateIn } from './work/state.ts';
import { suitesFor, type Suites } from './work/suite.ts';
import { UnknownCallCounter } from './count/unknown-calls.ts';

/** Audits recorded runs; 0 where the audit's own numbers hold. */
export async function runAudit(
  paths: readonly string[],
  options: AuditOptions,
  terminal: Terminal,
): Promise<0 | 1> {
  const by = groupingOf(options.by);
  const setting = settingOf(options);
  if (options.policy !== undefined) await policyFor('', setting);
  const key = await stateKey(setting);
  const files = recordFiles(paths);
  const ledger = new Ledger(options.html);
  try {
    const result = await audited(files, { options, setting, key, ledger });
    const { findings } = ledger;
    printAudit(result, { findings, by, listed: options.list }, terminal);
    if (options.json === true) terminal.print(jsonOf(result, findings));
    return isHeld(result) ? 0 : 1;
  } finally {
    ledger.drop();
  }
}

interface Audit {
  readonly options: AuditOptions;
  readonly setting: AuditSetting;
  readonly key: string;
  readonly ledger: Ledger;
}

async function audited(
  files: readonly RecordFile[],
  { options, setting, key, ledger }: Audit,
): Promise<AuditResult> {
  const started = performance.now();
  const progress = progressOver(files.reduce((sum, { bytes }) => sum + bytes, 0));
  const choice = new Choice(options);
  const state = await stateIn(options.resume, { key, files }, (outcome) => {
    if (choice.isWanted(outcome)) ledger.keep(outcome);
  });
  const take = (outcomes: Outcomes): void => {
    const fresh = ledger.take(outcomes);
    state.save(fresh);
    progress.audited(fresh.length);
  };
  const pool = poolFor({ setting, workers: workersFor(files, options.workers), take });
  const unknown = new UnknownCallCounter();
  try {
    await readAll(files, {
      pool,
      unknown,
      left: ledger.left,
      onBytes: progress.read,
      suiteOf: suitesFor(setting),
      isWanted: ({ run }) => choice.isWanted({ ...run, attack: run.attack?.name ?? '' }),
      isDone: state.isDone,
    });
  } finally {
    progress.end();
  }
  choice.end();
  return ledger.end((performance.now() - started) / 1000, unknown.end());
}

interface Reading {
  readonly pool: Pool;
  readonly unknown: UnknownCallCounter;
  readonly left: Ledger['left'];
  readonly onBytes: (bytes: number) => void;
  readonly suiteOf: Suites;
  readonly isWanted: (job: Job) => boolean;
  readonly isDone: (job: Job) => boolean;
}

async function readAll(files: readonly RecordFile[], to: Reading): Promise<void> {
  try {
    for (const { file } of files) {
      for await (const { line, reading } of recordsIn(file, to.onBytes)) {
        if (reading.kind === 'run') await addRun({ file, line, run: reading.run }, to);
        else to.left.add({ file, line }, reading);
      }
    }
  } finally {
    await to.pool.end();
  }
}

/** A run of an earlier audit is not audited again, but its calls count. */
async function addRun(job: Job, { pool, unknown, suiteOf, ...is }: Reading): Promise<void> {
  if (!is.isWanted(job)) return;
  const suite = await suiteOf(job.run.suite);
  if (suite !== undefined) unknown.add(job, suite);
  if (!is.isDone(job)) await pool.add(job);
}

/** A hash of all that outcomes depend on besides the records: settings, and texts of policies. */
async function stateKey(setting: AuditSetting): Promise<string> {
  const texts = policyFiles(setting).map((file) => [file, readText(file)]);
  const bytes = new TextEncoder().encode(JSON.stringify([setting, texts]));
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

function jsonOf(
  result: AuditResult,
  { uncovered, unclear, interruptions, unlisted }: Findings,
): string {
  const { groups, left, unknown } = result;
  const figures = auditFigures(result);
  const listed = { uncovered, unclear, interruptions, unlisted };
  const rest = { leftOut: left.all, unknownCalls: unknown };
  return JSON.stringify({ figures, groups, ...listed, ...rest });
}
