import type { DraftCall, ModelReply } from '@sluice/core';

/** A run of the draft: punctuation and names of arguments, the name of a tool, or one value. */
export interface OutputPart {
  readonly kind: 'syntax' | 'tool' | 'value';
  readonly text: string;
}

/**
 * The draft as a small model reads it, each value apart from what every call of the tool says.
 * `undefined` where a call's arguments are no JSON object.
 */
export function outputPartsOf({ calls, text }: ModelReply): readonly OutputPart[] | undefined {
  if (calls.length === 0) return [{ kind: 'value', text: ` ${text}` }];
  const read = calls.map(partsOfCall).filter((parts) => parts !== undefined);
  return read.length === calls.length ? read.flat() : undefined;
}

function partsOfCall({ tool, args }: DraftCall): readonly OutputPart[] | undefined {
  const parsed = parsedObject(args);
  if (parsed === undefined) return undefined;
  return [
    { kind: 'tool', text: ` ${tool}` },
    { kind: 'syntax', text: '(' },
    ...Object.entries(parsed).flatMap(([name, value], at): readonly OutputPart[] => [
      { kind: 'syntax', text: `${at === 0 ? '' : ', '}${name}=` },
      { kind: 'value', text: plain(value) },
    ]),
    { kind: 'syntax', text: ')' },
  ];
}

function parsedObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
