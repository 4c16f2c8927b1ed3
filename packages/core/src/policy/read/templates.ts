import { isRecord } from '../../history/document.ts';
import { listOf, nearest, type Finding, type Location, type Report } from '../problem.ts';

type Members = Readonly<Record<string, unknown>>;

/** A policy whose tools say all that their templates say, and where each of it was written. */
export interface Resolved {
  readonly value: unknown;
  /** The place in the file of a place in the resolved policy. */
  readonly written: (at: Location) => Location;
}

/**
 * Writes out `like: NAME`: a tool takes all that the template of that name says, but for the keys
 * that it says itself; inside `call` and `result` it is the same. Lists are taken whole.
 */
export function resolveTemplates(value: unknown, report: Report): Resolved {
  if (!isRecord(value)) return { value, written: (at) => at };
  const { templates = {}, tools, ...rest } = value;
  const known = isRecord(templates) ? templates : {};
  const own = isRecord(tools) ? tools : {};
  const resolved = Object.entries(own).map(([name, tool]) => {
    return [name, isRecord(tool) ? resolvedTool(tool, { name, known, report }) : tool] as const;
  });
  return {
    value: {
      ...rest,
      ...('tools' in value && { tools: isRecord(tools) ? record(resolved) : tools }),
    },
    written: (at) => writtenAt(at, { own, known }),
  };
}

/** `Object.fromEntries` keeps a key `__proto__`, so that it is reported. */
function record(entries: readonly (readonly [string, unknown])[]): Members {
  return Object.fromEntries(entries);
}

interface Place {
  readonly name: string;
  readonly known: Members;
  readonly report: Report;
}

function resolvedTool(tool: Members, { name, known, report }: Place): unknown {
  if (!Object.hasOwn(tool, 'like')) return tool;
  const { like, ...own } = tool;
  const template = typeof like === 'string' ? memberOf(known, like) : undefined;
  if (isRecord(template)) return merged(template, own);
  report({ at: ['tools', name, 'like'], ...mistakeIn(like, Object.keys(known)) });
  return own;
}

function mistakeIn(like: unknown, names: readonly string[]): Pick<Finding, 'message' | 'hint'> {
  if (typeof like !== 'string') {
    return { message: 'the name of a template is wanted here', hint: 'write `like: NAME`' };
  }
  const near = nearest(like, names);
  const shown = names.map((each) => `\`${each}\``);
  const known = names.length === 0 ? 'add it under `templates`' : `known: ${listOf(shown)}`;
  const hint = near === undefined ? known : `write \`${near}\``;
  return { message: `no template is called \`${like}\``, hint };
}

function merged(template: Members, own: Members): Members {
  const keys = new Set([...Object.keys(template), ...Object.keys(own)]);
  return record(
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

/** What a tool does not say itself stands in its template. */
function writtenAt(
  at: Location,
  { own, known }: { readonly own: Members; readonly known: Members },
): Location {
  const [first, name = '', ...rest] = at;
  if (first !== 'tools' || rest.length === 0) return at;
  const tool = memberOf(own, String(name));
  const like = isRecord(tool) ? memberOf(tool, 'like') : undefined;
  if (typeof like !== 'string' || !stands(memberOf(known, like), rest)) return at;
  return stands(tool, rest) ? at : ['templates', like, ...rest];
}

/** True if a tool or template says this: its key, and inside a mapping the key below it. */
function stands(tool: unknown, [key, below]: Location): boolean {
  if (key === undefined || !isRecord(tool) || !Object.hasOwn(tool, key)) return false;
  const member = tool[key];
  return below === undefined || !isRecord(member) || Object.hasOwn(member, below);
}
