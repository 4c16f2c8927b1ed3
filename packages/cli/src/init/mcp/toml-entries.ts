import { parse } from 'smol-toml';
import { type AST, parseTOML } from 'toml-eslint-parser';
import type { ServerEntry, Word, WordList } from './server-entry.ts';

/** The value of a text in TOML; `undefined` where it is none. */
export function tomlValue(text: string): unknown {
  try {
    parseTOML(text);
    return parse(text);
  } catch {
    return undefined;
  }
}

interface Setting {
  readonly keys: readonly string[];
  readonly value: AST.TOMLContentNode;
  readonly isInline: boolean;
}

/** The servers below these keys. */
export function tomlEntries(text: string, at: readonly string[]): readonly ServerEntry[] {
  const settings = settingsIn(parseTOML(text)).flatMap((setting) => {
    const { keys } = setting;
    const isBelow = at.every((key, index) => keys[index] === key);
    return isBelow && keys.length > at.length ? [{ ...setting, keys: keys.slice(at.length) }] : [];
  });
  const names = [...new Set(settings.map(({ keys: [name = ''] }) => name))];
  return names.map((name) => {
    const own = settings.filter(({ keys: [first, , ...rest] }) => {
      return first === name && rest.length === 0;
    });
    return { at: [...at, name], name, start: startIn(own) };
  });
}

function settingsIn({ body: [top] }: AST.TOMLProgram): readonly Setting[] {
  return top.body.flatMap((each) => {
    if (each.type === 'TOMLKeyValue') return settingsOf(each, { keys: [] });
    const keys = each.resolvedKey.map(String);
    return each.body.flatMap((one) => settingsOf(one, { keys }));
  });
}

function settingsOf(
  { key, value }: AST.TOMLKeyValue,
  above: { readonly keys: readonly string[]; readonly isInline?: true },
): readonly Setting[] {
  const own = key.keys.map((one) => (one.type === 'TOMLBare' ? one.name : one.value));
  const keys = [...above.keys, ...own];
  if (value.type !== 'TOMLInlineTable') return [{ keys, value, isInline: above.isInline === true }];
  return value.body.flatMap((one) => settingsOf(one, { keys, isInline: true }));
}

function startIn(settings: readonly Setting[]): ServerEntry['start'] {
  const settingOf = (name: string) => settings.find(({ keys: [, key] }) => key === name);
  const [command, args] = [settingOf('command'), settingOf('args')];
  if (command === undefined) {
    return { kind: settingOf('url') === undefined ? 'unknown' : 'address' };
  }
  const program = wordOf(command.value);
  const list = args && listOf(args.value);
  if (program === undefined || (args !== undefined && list === undefined)) {
    return { kind: 'unknown' };
  }
  const newArgs = command.isInline ? ', args = [' : '\nargs = [';
  return { kind: 'command', command: program, args: list, newArgs };
}

function listOf(node: AST.TOMLContentNode): WordList | undefined {
  if (node.type !== 'TOMLArray') return undefined;
  const words = node.elements.map(wordOf);
  const known = words.filter((word) => word !== undefined);
  const [start, end] = node.range;
  return known.length < words.length ? undefined : { words: known, start, end };
}

function wordOf(node: AST.TOMLContentNode): Word | undefined {
  if (node.type !== 'TOMLValue' || node.kind !== 'string') return undefined;
  const [start, end] = node.range;
  return { value: node.value, start, end };
}
