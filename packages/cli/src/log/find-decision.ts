import { SluiceError } from '@sluice/core';
import { printable } from '../show/printable.ts';
import { entriesIn, logHint, type LoggedDecision } from './read-log.ts';

/** Which decision of a log is wanted. */
export interface Wanted {
  /** The id of a call, or the beginning of it. */
  readonly id: string;
  readonly log: string;
  /** Ids of calls are a model's or a framework's own: two runs may share one. */
  readonly run: string | undefined;
}

/** So many ids are named where one has to be chosen; no more are kept. */
const namedMax = 5;

/**
 * The decision on the one call, or answer, with this id; or, where no id is that, on the only one
 * whose id begins so. Several, where it was decided on again. Throws `file-unreadable` where there
 * is none, or several, and says what to type.
 */
export async function decisionsWith(wanted: Wanted): Promise<readonly LoggedDecision[]> {
  const seen: Record<Match, LoggedDecision[]> = { exact: [], begun: [], 'other-run': [], no: [] };
  for await (const entry of entriesIn(wanted.log)) {
    if (entry.kind !== 'decided') continue;
    const match = matchOf(entry.decision, wanted);
    const list = seen[match];
    if (match === 'exact' || list.length <= namedMax) list.push(entry.decision);
  }
  const found = seen.exact.length > 0 ? seen.exact : seen.begun;
  if (found.length === 0) throw noneFound(wanted, [...seen['other-run'], ...seen.no]);
  if (new Set(found.map(keyOf)).size > 1) throw severalFound(wanted, found);
  return found;
}

type Match = 'exact' | 'begun' | 'other-run' | 'no';

function matchOf({ id, run }: LoggedDecision, wanted: Wanted): Match {
  if (!id.startsWith(wanted.id)) return 'no';
  if (wanted.run !== undefined && run !== wanted.run) return 'other-run';
  return id === wanted.id ? 'exact' : 'begun';
}

function keyOf({ id, run }: LoggedDecision): string {
  return JSON.stringify([id, run]);
}

function noneFound({ id, log, run }: Wanted, others: readonly LoggedDecision[]): SluiceError {
  const where = run === undefined ? '' : ` of run \`${run}\``;
  const message = `no decision${where} has the id \`${id}\` in \`${log}\``;
  return new SluiceError('file-unreadable', message, {
    hint:
      others.length === 0
        ? `the log contains no decisions at all: ${logHint}`
        : `\`sluice report ${quoted(log)}\` names some; for instance:${commands(others, log)}`,
  });
}

function severalFound({ id, log }: Wanted, found: readonly LoggedDecision[]): SluiceError {
  const message = `several decisions have the id \`${id}\` in \`${log}\``;
  const hint = `type one of:${commands(found, log)}`;
  return new SluiceError('file-unreadable', message, { hint });
}

function commands(decisions: readonly LoggedDecision[], log: string): string {
  const each = new Map(decisions.map((one) => [keyOf(one), one]));
  const shown = [...each.values()].slice(0, namedMax).map((one) => whyCommand(one, log));
  const lines = [...shown, ...(each.size > namedMax ? ['and others'] : [])];
  return lines.map((line) => `\n  ${line}`).join('');
}

/** The command for one decision. A log does not say which policy it was, or who reads it. */
export function whyCommand({ id, run }: Pick<LoggedDecision, 'id' | 'run'>, log: string): string {
  const ofRun = run === '' ? '' : ` --run ${quoted(run)}`;
  return `sluice why ${quoted(id)}${ofRun} --log ${quoted(log)} --policy FILE --clearance LABEL`;
}

/** As a shell takes it: ids are text of others. */
function quoted(id: string): string {
  const text = printable(id);
  const isPlain = /^[\w.:@/][\w.:@/-]*$/.test(text);
  return isPlain ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
