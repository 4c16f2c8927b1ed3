import { SluiceError } from '@sluice/core';
import { parse as parseJson, visit, type ParseError } from 'jsonc-parser';
import { parse as parseYaml } from 'yaml';
import { isDeeper, isNestedDeeper, jsonDepthMax } from '../../json.ts';

/** The value of a JSON or YAML file that a stranger may have written. Throws `file-unreadable`. */
export function valueIn(text: string, file: string): unknown {
  if (isNestedDeeper(text)) throw tooDeep(file);
  const errors: ParseError[] = [];
  const json: unknown = parseJson(text, errors, { allowTrailingComma: true });
  const isJson = errors.length === 0;
  const value = isJson ? json : yamlIn(text, file);
  if (isDeeper(value)) throw tooDeep(file);
  if (isJson ? namesPrototype(text) : holdsPrototype(value)) {
    throw new SluiceError('file-unreadable', `\`${file}\` holds a key \`__proto__\``, {
      hint: 'take it out: no tool has such an argument',
    });
  }
  return value;
}

function yamlIn(text: string, file: string): unknown {
  try {
    return parseYaml(text);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : 'check it';
    // The library stops where its own stack ends, which is deeper than we read.
    if (said.includes('call stack')) throw tooDeep(file, cause);
    throw new SluiceError('file-unreadable', `\`${file}\` is neither JSON nor YAML`, {
      hint: said,
      cause,
    });
  }
}

function tooDeep(file: string, cause?: unknown): SluiceError {
  return new SluiceError(
    'file-unreadable',
    `\`${file}\` is nested more than ${jsonDepthMax} deep`,
    { hint: 'look at what made it: no list of tools needs that', cause },
  );
}

/** The parser of JSON loses such a key, however it is escaped, and with it an argument. */
export function namesPrototype(text: string): boolean {
  let isNamed = false;
  visit(
    text,
    {
      onObjectProperty: (key) => {
        isNamed ||= key === '__proto__';
      },
    },
    { allowTrailingComma: true },
  );
  return isNamed;
}

function holdsPrototype(value: unknown): boolean {
  const seen = new Set([value]);
  // A set goes through what is added on the way, each once.
  for (const each of seen) {
    if (typeof each !== 'object' || each === null) continue;
    if (Object.hasOwn(each, '__proto__')) return true;
    for (const inside of Object.values(each)) seen.add(inside);
  }
  return false;
}
