import { parse } from 'yaml';
import { fieldsOf } from '../json.ts';
import type { Pack } from './packs.ts';

/** One tool of a pack, as its text: comments, name and all that is under it. */
export interface PackTool {
  readonly name: string;
  readonly text: string;
}

/** The text of a pack before its tools, and each tool with the comments above it. */
export function splitPack({ text }: Pick<Pack, 'text'>): {
  readonly head: string;
  readonly tools: readonly PackTool[];
} {
  const [head = '', rest = ''] = text.split(/^tools:\n/m);
  const tools: PackTool[] = [];
  let lines: string[] = [];
  let name: string | undefined;
  const finish = (): void => {
    if (name !== undefined) tools.push({ name, text: lines.join('\n') });
    lines = [];
    name = undefined;
  };
  for (const line of rest.trimEnd().split('\n')) {
    const [, key] = /^ {2}([\w.-]+):/.exec(line) ?? [];
    // The lines above a name, from the blank line on, belong to that name.
    const isAbove = line === '' || /^ {2}#/.test(line);
    if ((key !== undefined || isAbove) && name !== undefined) finish();
    if (key !== undefined) name = key;
    lines.push(line);
  }
  finish();
  return { head, tools };
}

/** The tools whose arguments are addresses, and say so who will read a call. */
export function addressingTools({ text }: Pick<Pack, 'text'>): readonly string[] {
  return Object.entries(fieldsOf(fieldsOf(parse(text))['tools'])).flatMap(([name, tool]) =>
    Object.hasOwn(fieldsOf(fieldsOf(tool)['call']), 'readersFrom') ? [name] : [],
  );
}

/** The same tool under another name. */
export function renamed({ name, text }: PackTool, to: string): PackTool {
  return { name: to, text: text.replace(new RegExp(`^ {2}${name}:`, 'm'), () => `  ${to}:`) };
}

/** Claude Code and its SDK give the model `mcp__SERVER__TOOL`; others the server's own names. */
export function nameByServer(server: { readonly name: string }, tool: string): string {
  return `mcp__${server.name.replaceAll(/[^A-Za-z0-9_-]/g, '_')}__${tool}`;
}
