import { SluiceError } from '@sluice/core';
import { fieldsOf, parseJson } from '../../src/files.ts';

/** Ways in which a call may depend on a region; docs/semantic-dependence.md defines each. */
export const kinds = [
  'verbatim',
  'normalised',
  'computed',
  'paraphrase',
  'absence',
  'selection',
  'instruction',
  'branch',
] as const;

export type Kind = (typeof kinds)[number];

/** One thing that a call depends on. */
export interface LabelledSource {
  readonly kind: Kind;
  /** Groups of region ids, any one of which suffices as a whole; `*` stands for each part. */
  readonly alternatives: readonly (readonly string[])[];
  /** The reader hesitated. */
  readonly isDoubtful: boolean;
}

/** What a reader said of one call. */
export interface LabelledCall {
  readonly run: string;
  /** Which of the run's calls, counted from 0. */
  readonly call: number;
  readonly sources: readonly LabelledSource[];
}

const hint = 'write `{"run": "...", "call": 0, "sources": [["verbatim", "m3.0|m5.0.*.2"]]}`';

/** Reads labels, one call a line. Throws `file-unreadable`, and names the line. */
export function parseLabels(text: string, file: string): readonly LabelledCall[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const place = `line ${at + 1} of \`${file}\``;
    const labelled = readCall(parseJson(line, { place, hint }));
    if (labelled !== undefined) return [labelled];
    throw new SluiceError('file-unreadable', `${place} is no labelled call`, { hint });
  });
}

function readCall(value: unknown): LabelledCall | undefined {
  const { run, call, sources } = fieldsOf(value);
  if (typeof run !== 'string' || typeof call !== 'number' || !Array.isArray(sources)) {
    return undefined;
  }
  const read = sources.map(readSource);
  const known = read.filter((source) => source !== undefined);
  return known.length === read.length ? { run, call, sources: known } : undefined;
}

function readSource(value: unknown): LabelledSource | undefined {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [];
  const [name, regions, remark] = parts;
  const kind = kinds.find((one) => one === name);
  if (kind === undefined || typeof regions !== 'string') return undefined;
  if (remark !== undefined && remark !== 'doubtful') return undefined;
  const alternatives = regions.split('|').map((group) => group.split('+'));
  if (!alternatives.flat().every((id) => /^m\d+(?:\.(?:\d+|\*))*$/.test(id))) return undefined;
  return { kind, alternatives, isDoubtful: remark === 'doubtful' };
}
