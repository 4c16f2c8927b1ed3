import type { ServerEntry, WordList } from './server-entry.ts';

/** Replaces what stands from `start` to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits, none of which overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  const backwards = edits.toSorted((a, b) => b.start - a.start);
  return backwards.reduce(
    (whole, { start, end, text: put }) => whole.slice(0, start) + put + whole.slice(end),
    text,
  );
}

/** Puts words before a server’s own; the rest of the file stays as it is, to the character. */
export function prefixed(
  { start }: ServerEntry,
  [program = '', ...words]: readonly string[],
  text: string,
): readonly Edit[] {
  switch (start.kind) {
    case 'line':
      return [inserted(start.list, [program, ...words], text)];
    case 'command': {
      const { command, args, newArgs } = start;
      const put = { start: command.start, end: command.end, text: quoted(program) };
      const own = [...words, command.value];
      if (args !== undefined) return [put, inserted(args, own, text)];
      return [{ ...put, text: `${put.text}${newArgs}${own.map(quoted).join(', ')}]` }];
    }
    case 'address':
    case 'unknown':
      return [];
  }
}

function inserted(list: WordList, words: readonly string[], text: string): Edit {
  const at = list.start + 1;
  const gap = /[\r\n]/.test(text[at] ?? '') ? '' : ' ';
  const rest = list.words.length > 0 ? `,${gap}` : '';
  return { start: at, end: at, text: `${words.map(quoted).join(', ')}${rest}` };
}

/** Takes so many words from before a server's own. */
export function unprefixed({ start }: ServerEntry, count: number, text: string): readonly Edit[] {
  switch (start.kind) {
    case 'line':
      return [removed(start.list, count, text)];
    case 'command': {
      const { command, args, newArgs } = start;
      // The program of the launcher is the command: the server's own stands among the arguments.
      const own = args?.words[count - 1];
      if (args === undefined || own === undefined) return [];
      const put = { start: command.start, end: command.end, text: quoted(own.value) };
      const between = text.slice(command.end, args.start + 1);
      if (args.words.length === count && between === newArgs) {
        return [{ ...put, end: args.end }];
      }
      return [put, removed(args, count, text)];
    }
    case 'address':
    case 'unknown':
      return [];
  }
}

/** With the comma after them, and the space that we put there. */
function removed({ words, start }: WordList, count: number, text: string): Edit {
  const end = words[count - 1]?.end ?? start + 1;
  const next = words[count];
  if (next === undefined) return { start: start + 1, end, text: '' };
  // Somebody has written it anew.
  if (text[end] !== ',') return { start: start + 1, end: next.start, text: '' };
  return { start: start + 1, end: text[end + 1] === ' ' ? end + 2 : end + 1, text: '' };
}

/** Strings of JSON are such of TOML, but for one character that TOML wants written out. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u007F', String.raw`\u007F`);
}
