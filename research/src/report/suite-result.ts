import * as z from 'zod';

const text = z.string();
const texts = z.array(text).readonly();
/**
 * HAZARD: what the charts draw as it is must not be `__proto__` (see `chartText`): it has words.
 */
const phrase = text.regex(/\S \S/);

const headline = z
  .strictObject({
    what: text,
    here: text,
    /** Empty: the paper has none. */
    paper: text,
  })
  .readonly();
export type Headline = z.output<typeof headline>;

const claim = z.strictObject({ name: text, holds: z.boolean(), detail: text }).readonly();
export type ResultClaim = z.output<typeof claim>;

const table = z
  .strictObject({
    title: text,
    head: texts,
    rows: z.array(texts).readonly(),
    /** The columns, from 0, that hold a paper's figures. */
    paperColumns: z.array(z.number().int().nonnegative()).readonly(),
  })
  .readonly();
export type ResultTable = z.output<typeof table>;

const bars = z
  .strictObject({
    kind: z.literal('bars'),
    title: phrase,
    /** Shares go from nothing to all, amounts as far as they must. */
    of: z.enum(['shares', 'amounts']),
    /** One bar each for every name, e.g. `here` and `paper`. */
    series: texts,
    /** The rows: one value for each series; `null`: not measured, or the paper has none. */
    rows: z
      .array(
        z
          .strictObject({ name: text, values: z.array(z.number().nullable()).readonly() })
          .readonly(),
      )
      .readonly(),
  })
  .readonly();
export type BarsOfResult = z.output<typeof bars>;

const pair = z.strictObject({ across: z.number(), up: z.number() }).readonly();
export type SharePair = z.output<typeof pair>;

/** Two shares against each other. */
const points = z
  .strictObject({
    kind: z.literal('points'),
    title: phrase,
    across: phrase,
    up: phrase,
    points: z
      .array(z.strictObject({ name: text, here: pair, paper: pair.nullable() }).readonly())
      .readonly(),
  })
  .readonly();
export type PointsOfResult = z.output<typeof points>;

/** The machine that measured, as far as a figure may differ with it. */
const machine = z
  .strictObject({
    cpu: text.min(1),
    /** Of each model; left out where no model ran. */
    threads: z.number().int().positive().optional(),
    node: text.min(1),
    /** Versions of the packages that compute. */
    packages: z.record(text, text).readonly(),
  })
  .readonly();
export type Machine = z.output<typeof machine>;

const result = z
  .strictObject({
    /** Letters, digits and hyphens, e.g. `agentsec`, `labels-kv`. */
    suite: text.regex(/^[a-z][\da-z-]*$/i),
    /** `whole`, or what was asked for in its place, e.g. `quick`, `pairs-24`. */
    slice: text.min(1),
    /** The command that measures it again. */
    command: text.min(1),
    model: text.min(1),
    /** When it was over. */
    atMs: z.number().nonnegative(),
    seconds: z.number().nonnegative(),
    /** True where not all was measured that was wanted: the same command goes on with it. */
    isPartial: z.boolean().optional(),
    machine: machine.optional(),
    /** `code` by `codeOf(suite)`; data and weights where there are any. */
    versions: z
      .record(text, text)
      .refine(({ code = '' }) => code !== '', { path: ['code'] })
      .readonly(),
    /** Flat, by their published names. */
    figures: z.record(text, z.number()).readonly(),
    /** The few that stand for the suite in a table of all suites. */
    headlines: z.array(headline).readonly(),
    /** The suite's claims about itself. */
    claims: z.array(claim).readonly(),
    /** The notices to read with the figures, e.g. that they are no real model's. */
    notices: texts,
    tables: z.array(table).readonly(),
    charts: z.array(z.discriminatedUnion('kind', [bars, points])).readonly(),
  })
  .readonly();

/**
 * The result of one measuring command, as it is kept for the page that shows all of them. It holds
 * figures, and names that we or a benchmark gave: never a text of a run, an argument or an answer.
 */
export type SuiteResult = z.output<typeof result>;
export type ResultChart = SuiteResult['charts'][number];

/** Strict: a member that is not known is an error, so that nothing is dropped on the way. */
export const suiteResultSchema: z.ZodType<SuiteResult> = result;

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

/** A suite's own result; command, time, duration, machine and code version are added. */
export type FoundBySuite = Omit<SuiteResult, 'command' | 'slice' | 'atMs' | 'seconds' | 'machine'>;

/** A share as a table shows it; what was not measured is a dash. */
export function shareText(share: number | null | undefined): string {
  return typeof share === 'number' ? share.toFixed(3) : '–';
}
