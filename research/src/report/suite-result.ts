/**
 * What one measuring command found, as it is kept for the page that shows all of them. It holds
 * figures, and names that we or a benchmark gave: never a text of a run, an argument or an answer.
 */
export interface SuiteResult {
  /** Letters, digits and hyphens, e.g. `agentsec`, `labels-kv`. */
  readonly suite: string;
  /** `whole`, or what was asked for in its place, e.g. `quick`, `pairs-24`. */
  readonly slice: string;
  /** What to type to measure it again. */
  readonly command: string;
  readonly model: string;
  /** When it was over. */
  readonly atMs: number;
  readonly seconds: number;
  /** `code` by `codeOf(suite)`; data and weights where there are any. */
  readonly versions: Readonly<Record<string, string>>;
  /** Flat, by their published names. */
  readonly figures: Readonly<Record<string, number>>;
  /** The few that stand for the suite in a table of all suites. */
  readonly headlines: readonly Headline[];
  /** What the suite holds itself to. */
  readonly claims: readonly ResultClaim[];
  /** What must be read with the figures, e.g. that they are no real model's. */
  readonly notices: readonly string[];
  readonly tables: readonly ResultTable[];
  readonly charts: readonly ResultChart[];
}

export interface Headline {
  readonly what: string;
  readonly here: string;
  /** Empty: the paper has none. */
  readonly paper: string;
}

export interface ResultClaim {
  readonly name: string;
  readonly holds: boolean;
  readonly detail: string;
}

export interface ResultTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The columns, from 0, that hold a paper's figures. */
  readonly paperColumns: readonly number[];
}

/** A picture of figures; what is `null` was not measured, or the paper has none. */
export type ResultChart = BarsOfResult | PointsOfResult;

export interface BarsOfResult {
  readonly kind: 'bars';
  readonly title: string;
  /** Shares go from nothing to all, amounts as far as they must. */
  readonly of: 'shares' | 'amounts';
  /** One bar each for every name, e.g. `here` and `paper`. */
  readonly series: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    /** One for each series. */
    readonly values: readonly (number | null)[];
  }[];
}

/** Two shares against each other. */
export interface PointsOfResult {
  readonly kind: 'points';
  readonly title: string;
  readonly across: string;
  readonly up: string;
  readonly points: readonly {
    readonly name: string;
    readonly here: SharePair;
    readonly paper: SharePair | null;
  }[];
}

export interface SharePair {
  readonly across: number;
  readonly up: number;
}

/** Figures under a longer first name: those of another model must not stand for the usual ones. */
export function renamed(
  figures: SuiteResult['figures'],
  { from, to }: { readonly from: string; readonly to: string },
): SuiteResult['figures'] {
  const all = Object.entries(figures).map(([name, value]) => {
    const isOwn = name.startsWith(`${from}.`) && !name.startsWith(`${to}.`);
    return [isOwn ? `${to}${name.slice(from.length)}` : name, value] as const;
  });
  return Object.fromEntries(all);
}

/** Figures that are numbers: one of nothing has no value, and JSON has none for it either. */
export function finiteFigures(
  figures: Readonly<Record<string, number | null | undefined>>,
): Readonly<Record<string, number>> {
  const finite = Object.entries(figures).flatMap(([name, value]) =>
    typeof value === 'number' && Number.isFinite(value) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(finite);
}

/** What a suite found; how it was asked for, when, how long and by which code is added. */
export type FoundBySuite = Omit<SuiteResult, 'command' | 'slice' | 'atMs' | 'seconds'>;

/** A share as a table shows it; what was not measured is a dash. */
export function shareText(share: number | null | undefined): string {
  return typeof share === 'number' ? share.toFixed(3) : '–';
}
