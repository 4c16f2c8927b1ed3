import { createHash } from 'node:crypto';
import { canonicalJson } from '@sluice/core';
import { trialsOf, versionsOf } from '../sweep/ledger-file.ts';
import type { LedgerLine, TrialLine, Versions } from '../trial/trial.ts';

/** A ledger, and what to call it on a page. */
export interface NamedLedger {
  readonly name: string;
  readonly lines: readonly LedgerLine[];
}

/** Trials that were made with the same versions: figures are of one of these, never of two. */
export interface VersionSet {
  /** Short, the same wherever the versions are the same. */
  readonly id: string;
  readonly versions: Versions;
  readonly ledgers: readonly string[];
  readonly commands: readonly string[];
  readonly trials: readonly TrialLine[];
}

/** All that ledgers hold of their last versions, in an order that does not depend on theirs. */
export interface Cases {
  readonly sets: readonly VersionSet[];
  /** Lines of trials that do not count: of older versions, repeated, or before any sweep. */
  readonly leftOut: number;
}

/** A trial that stands in two ledgers counts once, as the line that was written last. */
export function casesOf(ledgers: readonly NamedLedger[]): Cases {
  const sets = new Map<string, { readonly versions: Versions; readonly of: NamedLedger[] }>();
  for (const ledger of ledgers) {
    const versions = versionsOf(ledger.lines);
    if (versions === undefined) continue;
    const known = sets.get(canonicalJson(versions));
    if (known === undefined) sets.set(canonicalJson(versions), { versions, of: [ledger] });
    else known.of.push(ledger);
  }
  const made = [...sets].map(([text, { versions, of }]): VersionSet => {
    const id = createHash('sha256').update(text).digest('hex').slice(0, 8);
    const ledgersOf = of.map(({ name }) => name).toSorted(compareText);
    return {
      id,
      versions,
      ledgers: ledgersOf,
      commands: commandsOf(of, text),
      trials: trialsIn(of),
    };
  });
  const lines = ledgers.flatMap((ledger) => ledger.lines.filter(({ kind }) => kind === 'trial'));
  const counted = made.reduce((sum, { trials }) => sum + trials.length, 0);
  const inOrder = made.toSorted((a, b) => compareText(a.id, b.id));
  return { sets: inOrder, leftOut: lines.length - counted };
}

/** Numbers in names in their own order, and the same order on every machine. */
export function compareText(a: string, b: string): number {
  const [left, right] = [padded(a), padded(b)];
  if (left === right) return a < b ? -1 : Number(a > b);
  return left < right ? -1 : 1;
}

function padded(text: string): string {
  return text.replaceAll(/\d{1,12}/g, (digits) => digits.padStart(12, '0'));
}

function trialsIn(ledgers: readonly NamedLedger[]): readonly TrialLine[] {
  const byKey = new Map<string, TrialLine>();
  for (const line of ledgers.flatMap(({ lines }) => trialsOf(lines))) {
    const before = byKey.get(line.key);
    if (before === undefined || before.atMs <= line.atMs) byKey.set(line.key, line);
  }
  const inOrder = [...byKey.values()].map((line) => ({ line, order: orderOf(line) }));
  return inOrder.toSorted((a, b) => compareText(a.order, b.order)).map(({ line }) => line);
}

/** Undefended first: every other figure is read beside it. */
function orderOf({ spec, key }: TrialLine): string {
  const { benchmark, suite, task, attack, model, defence, person, seed } = spec;
  const wanted = [attack?.name ?? '', attack?.goal ?? ''];
  const last = [defence === 'none' ? '' : defence, person, `${seed}`, key];
  return [benchmark, model, suite, task, ...wanted, ...last].join('\u0001');
}

function commandsOf(ledgers: readonly NamedLedger[], versions: string): readonly string[] {
  const commands = ledgers.flatMap(({ lines }) =>
    lines.flatMap((line) =>
      line.kind === 'sweep' && canonicalJson(line.versions) === versions ? [line.command] : [],
    ),
  );
  return [...new Set(commands)].toSorted(compareText);
}
