import { isRecord } from '../../history/document.ts';
import { nearest, type Location } from '../problem.ts';
import type { PolicyFiles, Said, Written } from './policy-files.ts';

type Members = Readonly<Record<string, unknown>>;

/** What a policy says under one heading, by name. */
export type Section = ReadonlyMap<string, Written>;

/** A tool that says all that its template says, and where each of it was written. */
export interface ResolvedTool {
  readonly value: unknown;
  /** Where a place in the tool was written. */
  readonly written: (below: Location) => Omit<Written, 'value'>;
}

/**
 * Writes out `like: NAME`: a tool takes all that the template of that name says, but for the keys
 * that it says itself; inside `call` and `result` it is the same. Lists are taken whole.
 */
export function resolvedTool(tool: Written, templates: Section, files: PolicyFiles): ResolvedTool {
  const { value } = tool;
  const itself = (below: Location): Omit<Written, 'value'> => ({
    file: tool.file,
    at: [...tool.at, ...below],
  });
  if (!isRecord(value) || !Object.hasOwn(value, 'like')) return { value, written: itself };
  const { like, ...own } = value;
  const template = typeof like === 'string' ? templates.get(like) : undefined;
  if (template === undefined || !isRecord(template.value)) {
    const { file, at } = itself(['like']);
    files.report({ file, at }, mistakeIn(like, [...templates.keys()]));
    return { value: own, written: itself };
  }
  return {
    value: merged(template.value, own),
    written: (below) =>
      stands(template.value, below) && !stands(own, below)
        ? { file: template.file, at: [...template.at, ...below] }
        : itself(below),
  };
}

function mistakeIn(like: unknown, names: readonly string[]): Said {
  if (typeof like !== 'string') {
    return { message: 'the name of a template is wanted here', hint: 'write `like: NAME`' };
  }
  const near = nearest(like, names);
  const known =
    names.length === 0
      ? 'add it under `templates`'
      : `known: ${names.map((each) => `\`${each}\``).join(', ')}`;
  const hint = near === undefined ? known : `write \`${near}\``;
  return { message: `no template is called \`${like}\``, hint };
}

function merged(template: Members, own: Members): Members {
  const keys = new Set([...Object.keys(template), ...Object.keys(own)]);
  // `Object.fromEntries` keeps a key `__proto__`, so that it is reported.
  return Object.fromEntries(
    [...keys].map((key) => {
      const [under, over] = [memberOf(template, key), memberOf(own, key)];
      if (!Object.hasOwn(own, key)) return [key, under];
      return [key, isRecord(under) && isRecord(over) ? { ...under, ...over } : over];
    }),
  );
}

function memberOf(members: Members, key: string): unknown {
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

/** True if a tool or template says this: its key, and inside a mapping the key below it. */
function stands(tool: unknown, [key, below]: Location): boolean {
  if (key === undefined || !isRecord(tool) || !Object.hasOwn(tool, key)) return false;
  const member = tool[key];
  return below === undefined || !isRecord(member) || Object.hasOwn(member, below);
}
