import { readFileSync } from 'node:fs';
import { SluiceError } from '@sluice/core';
import { z } from 'zod';
import type { ScreenedRegion } from '@sluice/local';

/** Ways in which a call may depend on a region; docs/semantic-dependence.md defines each. */
export const dependenceKinds = [
  'verbatim',
  'normalised',
  'computed',
  'paraphrase',
  'absence',
  'selection',
  'instruction',
  'branch',
] as const;

export type DependenceKind = (typeof dependenceKinds)[number];

/** One thing that a call depends on. */
export interface HandLabelledSource {
  readonly kind: DependenceKind;
  /** Groups of region ids, any one of which suffices as a whole; `*` stands for each part. */
  readonly alternatives: readonly (readonly string[])[];
  /** The reader hesitated. */
  readonly isDoubtful: boolean;
}

/** A reader's answer about one call. */
export interface HandLabelledCall {
  readonly run: string;
  /** Which of the run's calls, counted from 0. */
  readonly call: number;
  readonly sources: readonly HandLabelledSource[];
}

const group = /^m\d+(?:\.(?:\d+|\*))*(?:[|+]m\d+(?:\.(?:\d+|\*))*)*$/;

const source = z
  .union([
    z.tuple([z.enum(dependenceKinds), z.string().regex(group)]),
    z.tuple([z.enum(dependenceKinds), z.string().regex(group), z.literal('doubtful')]),
  ])
  .transform(([kind, regions, remark]): HandLabelledSource => ({
    kind,
    alternatives: regions.split('|').map((ids) => ids.split('+')),
    isDoubtful: remark !== undefined,
  }));

const labelled = z.object({
  run: z.string(),
  call: z.int().nonnegative(),
  sources: z.array(source),
});

const hint = 'write `{"run": "...", "call": 0, "sources": [["verbatim", "m3.0|m5.0.*.2"]]}`';

/** Reads labels, one call a line. Throws `file-unreadable`, and names the line. */
export function parseHandLabels(text: string, file: string): readonly HandLabelledCall[] {
  return text.split('\n').flatMap((line, at): readonly HandLabelledCall[] => {
    if (line.trim() === '') return [];
    try {
      return [labelled.parse(JSON.parse(line))];
    } catch (cause) {
      const message = `line ${at + 1} of \`${file}\` is no labelled call`;
      throw new SluiceError('file-unreadable', message, { hint, cause });
    }
  });
}

/** Reads a file of labels. Throws `file-unreadable`. */
export function readHandLabelled(file: string): readonly HandLabelledCall[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new SluiceError('file-unreadable', `cannot read \`${file}\``, {
      hint: 'give labels as `npm run bench:dependence` reads them',
      cause,
    });
  }
  return parseHandLabels(text, file);
}

/** By `run#call`: patterns of the regions that a reader says the call depends on. */
export type HandLabels = ReadonlyMap<string, readonly string[]>;

/** The labels of a file without kinds and alternatives. Throws `file-unreadable`. */
export function readHandLabels(file: string): HandLabels {
  return new Map(
    readHandLabelled(file).map(({ run, call, sources }) => [
      `${run}#${call}`,
      sources.flatMap(({ alternatives }) => alternatives.flat()),
    ]),
  );
}

/** The regions that patterns mean. A container that is meant stands for its keys and its length. */
export function meantBy(
  patterns: readonly string[],
  regions: readonly Pick<ScreenedRegion, 'id'>[],
): ReadonlySet<string> {
  return new Set(
    regions.map(({ id }) => id).filter((id) => patterns.some((one) => isMeant(id, one))),
  );
}

function isMeant(id: string, pattern: string): boolean {
  const own = id.split('.');
  const wanted = pattern.split('.');
  return own.length === wanted.length && wanted.every((one, at) => one === '*' || one === own[at]);
}
