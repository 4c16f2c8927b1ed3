import { createHash } from 'node:crypto';
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { SluiceError } from '@sluice/core';
import { unclearReasons, uncoveredReasons } from '../../../replay/harm.ts';
import { auditFigures, type AuditResult } from '../../count/figures.ts';
import type { Findings } from '../../count/findings.ts';
import type { PropagatorOutcome, RunOutcome } from '../../count/outcome.ts';
import { groupedBy, ratiosOf } from '../../count/tally.ts';
import { unknownText } from '../../count/unknown-calls.ts';
import type { PackedRun, ReportIndex, Row, RowVerdict } from './data.ts';
import { pageScript } from './page.ts';
import { pageStyle } from './style.ts';

const packRuns = 100;

/**
 * Writes a report that is one file and asks for nothing else. Time lines go to the disk as they
 * come, zipped by the hundred, and are unzipped in the browser when a run is opened. All that
 * strangers wrote is inside those archives, as base64, and reaches the page as text alone.
 */
export class HtmlReport {
  readonly #file: string;
  readonly #rows: Row[] = [];
  #pack: PackedRun[] = [];
  #packs = 0;
  #propagators: readonly string[] = [];

  constructor(file: string) {
    this.#file = file;
    try {
      writeFileSync(this.#partial, head());
    } catch (cause) {
      throw new SluiceError('file-unreadable', `cannot write \`${file}\``, {
        hint: 'name a file in an existing folder that you may write to',
        cause,
      });
    }
  }

  get #partial(): string {
    return `${this.#file}.part`;
  }

  add(outcome: RunOutcome): void {
    const { results, model, suite, attack, task, injection, file, line } = outcome;
    this.#propagators = results.map(({ propagator }) => propagator);
    this.#rows.push({
      name: injection === '' ? task : `${task}, ${injection}`,
      model,
      suite,
      attack,
      place: line === 0 ? file : `${file}:${line}`,
      pack: this.#packs,
      at: this.#pack.length,
      verdicts: results.map((result) => verdictOf(outcome, result)),
      interruptions: results.map(({ interruptions }) => interruptions.length),
    });
    this.#pack.push(results.map(packed));
    if (this.#pack.length >= packRuns) this.#flush();
  }

  /** Ends the file; before that it has another name. */
  end(result: AuditResult, { unlisted }: Findings): void {
    this.#flush();
    const groups = groupedBy(result.groups, ['model', 'suite', 'propagator']).map((group) => {
      const { containedShare, perBenignRun } = ratiosOf(group.counts);
      return { ...group, containedShare, perBenignRun };
    });
    const notes = result.left.all.map(({ file, kind, reason, count }) => {
      return `${kind}: ${file}: ${count} × ${reason}`;
    });
    notes.push(...result.unknown.map(unknownText));
    if (unlisted > 0) notes.push(`${unlisted} findings are not listed`);
    const index: ReportIndex = {
      propagators: this.#propagators,
      rows: this.#rows,
      groups,
      figures: auditFigures(result),
      notes,
    };
    appendFileSync(this.#partial, `${archive('index', index)}<script>${pageScript}</script>\n`);
    renameSync(this.#partial, this.#file);
  }

  /** Leaves no half report behind; what `end` wrote stays. */
  drop(): void {
    rmSync(this.#partial, { force: true });
  }

  #flush(): void {
    if (this.#pack.length === 0) return;
    appendFileSync(this.#partial, archive(`pack-${this.#packs}`, this.#pack));
    this.#packs += 1;
    this.#pack = [];
  }
}

function packed({ propagator, verdict, timeLine = [] }: PropagatorOutcome): PackedRun[number] {
  return { propagator, because: becauseText(verdict), timeLine };
}

function becauseText(verdict: PropagatorOutcome['verdict']): string {
  if (verdict?.because === undefined) return '';
  const kind = verdict.kind === 'unclear' ? 'unclear' : 'uncovered';
  return `${kind}: ${{ ...uncoveredReasons, ...unclearReasons }[verdict.because]}`;
}

function verdictOf({ attack }: RunOutcome, result: PropagatorOutcome): RowVerdict {
  if (attack === '') return result.interruptions.length > 0 ? 'interrupted' : 'quiet';
  if (result.verdict === undefined) return 'attack failed';
  const { kind } = result.verdict;
  return kind === 'contained' || kind === 'unclear' ? kind : 'uncovered';
}

/** Base64 has no character that could end the element. */
function archive(id: string, value: unknown): string {
  const data = gzipSync(JSON.stringify(value)).toString('base64');
  return `<script type="application/gzip" id="${id}">${data}</script>\n`;
}

function head(): string {
  const policy = `default-src 'none'; style-src ${hash(pageStyle)}; script-src ${hash(pageScript)}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<title>Sluice audit</title>
<style>${pageStyle}</style>
<main id="main"><p>Reading the report…</p></main>
`;
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
