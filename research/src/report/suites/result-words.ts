import type { Headline, SuiteResult } from '../suite-result.ts';
import type { RankedResult } from './ranked.ts';

/** Suite and model: what was typed stands beside it. */
export function titleOf({ suite, model }: Pick<SuiteResult, 'suite' | 'model'>): string {
  const models = model.split(', ');
  const areReaders = models.length > 1 && models.every((name) => name.startsWith('reader:'));
  return `${suite}, ${areReaders ? `${models.length} readers` : model}`;
}

/** Suite, slice and model in a few words. */
export function nameOf({ suite, slice, model }: SuiteResult): string {
  return `${suite}${slice === 'whole' ? '' : ` (${slice})`}, ${model}`;
}

/** The id of its part of the page. */
export function anchorOf({ suite, slice }: SuiteResult): string {
  return `suite-${suite}-${slice}`.replaceAll(/[^\w-]+/g, '-');
}

/** The same, with how it came out and how long it took. */
export function resultTitle(result: SuiteResult): string {
  return `${nameOf(result)}: ${claimsText(result)}, ${durationText(result.seconds)}`;
}

/** The state of a suite's claims, in words. */
export function claimsText({ claims }: Pick<SuiteResult, 'claims'>): string {
  const failing = claims.filter(({ holds }) => !holds).length;
  if (claims.length === 0) return 'no bound';
  return failing === 0 ? `all ${claims.length} hold` : `${failing} of ${claims.length} fail`;
}

/** `undefined`: the code is the present one. */
export function ageText({ result, isCurrent }: RankedResult): string | undefined {
  if (isCurrent) return undefined;
  return `measured by other code than this; type \`${result.command}\` to measure again`;
}

/** The day in UTC. */
export function dayText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Seconds below two minutes, else minutes. */
export function durationText(seconds: number): string {
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`;
}

/** `undefined` in results from before machines were recorded. */
export function machineText({ machine }: Pick<SuiteResult, 'machine'>): string {
  if (machine === undefined) return 'machine not recorded';
  const { cpu, threads, node, packages } = machine;
  const used = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
  const lanes = threads === undefined ? [] : [`${threads} ${threads === 1 ? 'thread' : 'threads'}`];
  return [cpu, ...lanes, `Node ${node.replace(/^v/, '')}`, ...used].join(', ');
}

/** The heads of the table of all suites. */
export const overviewHeads: readonly string[] = [
  'suite',
  'figure',
  'here',
  'paper',
  'bounds',
  'took',
];

/** The headlines of a suite below each other; what is of the suite stands in the first line. */
export function overviewRows(results: readonly RankedResult[]): readonly (readonly string[])[] {
  return results.flatMap(({ result, isCurrent }) => {
    const { headlines, suite, slice, seconds } = result;
    const name = `${suite}${slice === 'whole' ? '' : ` (${slice})`}${isCurrent ? '' : ', other code'}`;
    const none = { what: '–', here: '–', paper: '' };
    return (headlines.length === 0 ? [none] : headlines).map(({ what, here, paper }, at) => {
      const isFirst = at === 0;
      const beside = isFirst ? [claimsText(result), durationText(seconds)] : ['', ''];
      return [isFirst ? name : '', what, here, paper, ...beside];
    });
  });
}

/** The same for readers who do not know what `hold` is said of. */
export function boundsText({ claims }: Pick<SuiteResult, 'claims'>): string {
  const failing = claims.filter(({ holds }) => !holds).length;
  if (claims.length === 0) return 'no bounds';
  if (failing === 0)
    return claims.length === 1 ? 'its bound holds' : `all ${claims.length} bounds hold`;
  return `${failing} of ${claims.length} bounds ${failing === 1 ? 'fails' : 'fail'}`;
}

/** The options that tell results of one suite apart. */
export function optionsText({ command }: Pick<SuiteResult, 'command'>): string {
  return command.replace(/^sluice bench \S+ ?/, '');
}

/** A line of figures has at least one. */
export function saysSomething({ here, paper }: Headline): boolean {
  return /[^–,\s-]/.test(here + paper);
}
