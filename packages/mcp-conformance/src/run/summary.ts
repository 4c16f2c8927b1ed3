import type { Row } from './conformance.ts';

export type Figures = Readonly<Record<string, number>>;

/** One scenario over all eras in which it was played. */
export interface Verdict {
  readonly name: string;
  readonly isOptional: boolean;
  readonly kind: 'holds' | 'fails' | 'not-run';
  /** Why it fails or was not run, with the era where the eras differ. */
  readonly because: string;
}

/** A scenario fails if it fails in one era, and holds only where it was played. */
export function verdicts(rows: readonly Row[]): readonly Verdict[] {
  const names = [...new Set(rows.map(({ scenario }) => scenario.name))];
  return names.map((name) => verdict(rows.filter(({ scenario }) => scenario.name === name)));
}

function verdict(own: readonly Row[]): Verdict {
  const [first] = own;
  const worst =
    own.find(({ outcome }) => outcome.kind === 'fails') ??
    own.find(({ outcome }) => outcome.kind === 'holds') ??
    first;
  const kind = worst?.outcome.kind ?? 'not-run';
  const said = own.flatMap(({ outcome, era }) =>
    outcome.kind === kind && outcome.kind !== 'holds' ? [{ era, because: outcome.because }] : [],
  );
  const reasons = new Set(said.map(({ because }) => because));
  const because =
    reasons.size === 1 && said.length === own.length
      ? [...reasons].join()
      : said.map(({ era, because: reason }) => `${era}: ${reason}`).join('; ');
  const isOptional = first?.scenario.optional === true;
  return { name: first?.scenario.name ?? '', isOptional, kind, because };
}

export function figuresOf(found: readonly Verdict[]): Figures {
  const count = (kind: Verdict['kind'], isOptional?: boolean): number =>
    found.filter(
      (one) => one.kind === kind && (isOptional === undefined || one.isOptional === isOptional),
    ).length;
  return {
    'mcp.proxy.scenarios': found.length,
    'mcp.proxy.holding': count('holds'),
    'mcp.proxy.failing': count('fails', false),
    'mcp.proxy.optionalFailing': count('fails', true),
    'mcp.proxy.notRun': count('not-run'),
  };
}
