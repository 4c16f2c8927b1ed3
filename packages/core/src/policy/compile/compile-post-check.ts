import { limits } from '../../limits.ts';
import { readPattern } from '../pattern/regex.ts';
import {
  type Forbidden,
  isLongEnough,
  type PostCheck,
  postCheckOf,
} from '../post-check/post-check.ts';
import type { Skeleton } from '../post-check/spelling.ts';
import type { Location, Report } from '../problem.ts';
import type { PostCheckSource } from '../source.ts';

/** The values of an entry are secrets: no message quotes one. */
export function compilePostCheck(
  sources: readonly PostCheckSource[] | undefined,
  skeleton: Skeleton | undefined,
  report: Report,
): PostCheck | undefined {
  if (sources === undefined) return undefined;
  const at: Location = ['postCheck'];
  if (skeleton === undefined) {
    const message = 'nothing here knows which letters look alike, and `postCheck` has to';
    const hint = 'npm install unhomoglyph, and load with `{ skeleton: unhomoglyph }`';
    report({ at, message, hint });
    return undefined;
  }
  const forbidden = sources.map((source, index) => {
    return forbiddenBy(source, { skeleton, report, at: [...at, index] });
  });
  const many = forbidden.reduce((sum, { values }) => sum + values.length, 0);
  if (many > limits.postCheckValuesMax) {
    const message = `there are ${many} values, more than ${limits.postCheckValuesMax}`;
    report({ at, message, hint: 'write a `pattern` that many of them match' });
  }
  return postCheckOf(forbidden, { skeleton });
}

interface Place {
  readonly skeleton: Skeleton;
  readonly report: Report;
  readonly at: Location;
}

function forbiddenBy(source: PostCheckSource, place: Place): Forbidden {
  const { name = 'postCheck', pattern } = source;
  const { report, at } = place;
  const values = valuesIn(source, place);
  if (values.length === 0 && pattern === undefined) {
    report({
      at,
      message: 'the entry names nothing',
      hint: 'add `values: [...]` or `pattern: ...`',
    });
  }
  const read = pattern === undefined ? undefined : readPattern(pattern);
  if (read?.kind === 'mistake') {
    report({ at: [...at, 'pattern'], message: read.message, hint: read.hint });
  }
  return { name, values, pattern: read?.kind === 'pattern' ? read.pattern : undefined };
}

function valuesIn({ values = [] }: PostCheckSource, place: Place): readonly string[] {
  const { skeleton, report, at } = place;
  const all: readonly unknown[] = Array.isArray(values) ? values : [values];
  return all.flatMap((value, index) => {
    const isText = typeof value === 'string';
    if (isText && isLongEnough(value, skeleton)) return [value];
    const message = isText ? 'the value is too short: any text may hold it' : 'this is no text';
    const hint = isText
      ? `write one with at least ${limits.postCheckValueCharactersMin} letters and digits`
      : "write it as a text, in quotes: '...'";
    report({ at: [...at, 'values', index], message, hint });
    return [];
  });
}
