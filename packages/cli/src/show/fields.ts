import { isMap, isScalar, isSeq, parseDocument, type Scalar } from 'yaml';

/** Where a value stands in its text, without the quotes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A list of records that have the same fields. */
export interface Fields {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Span[])[];
}

const lengthMax = 20_000;

/** The records in a text; `undefined` where it is anything else than a JSON list of flat ones. */
export function fieldsOf(text: string): Fields | undefined {
  if (text.length > lengthMax || !isJson(text)) return undefined;
  const { contents } = parseDocument(text);
  if (!isSeq(contents) || contents.items.length < 2) return undefined;
  const records = contents.items.map((item) => recordOf(item, text));
  const names = [...(records[0]?.keys() ?? [])];
  const rows: (readonly Span[])[] = [];
  for (const record of records) {
    if (record === undefined || [...record.keys()].join('\n') !== names.join('\n'))
      return undefined;
    rows.push([...record.values()]);
  }
  return names.length === 0 ? undefined : { names, rows };
}

function recordOf(item: unknown, text: string): ReadonlyMap<string, Span> | undefined {
  if (!isMap(item)) return undefined;
  const record = new Map<string, Span>();
  for (const { key, value } of item.items) {
    const span = isScalar(value) ? spanOf(value, text) : undefined;
    if (!isScalar(key) || span === undefined) return undefined;
    record.set(String(key.value), span);
  }
  return record;
}

function spanOf({ range }: Scalar, text: string): Span | undefined {
  if (range === undefined || range === null) return undefined;
  const [start, end] = range;
  return text[start] === '"' ? { start: start + 1, end: end - 1 } : { start, end };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
