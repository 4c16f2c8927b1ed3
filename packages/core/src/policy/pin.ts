import { canonicalJson } from '../history/json/canonical.ts';
import { isRecord } from '../history/document.ts';
import { isOpenOrClosed } from './closed-schema.ts';
import { sha256 } from '../history/json/sha256.ts';
import type { PlainTool } from '../history/plain.ts';

/**
 * The pin of a tool as declared: `sha256:` and the digest of its name, description and schema. A
 * server that changes any of them no longer matches. One tool has one pin in every client: what
 * frameworks fill in or leave out on the way does not count.
 */
export function pinOf(tool: PlainTool): string {
  return pinOfText(pinnedText(tool));
}

function pinOfText(text: string): string {
  return `sha256:${sha256(text)}`;
}

/** Keeps the last pin of each name, because each run declares the same tools again. */
export class LastPins {
  readonly #last: Map<string, { readonly text: string; readonly pin: string }> = new Map();

  of(tool: PlainTool): string {
    const text = pinnedText(tool);
    const last = this.#last.get(tool.name);
    if (last?.text === text) return last.pin;
    const pin = pinOfText(text);
    this.#last.set(tool.name, { text, pin });
    return pin;
  }
}

/** The canonical text that a pin is a hash of. */
function pinnedText({ name, description, parameters }: PlainTool): string {
  const isOpen = isOpenOrClosed(parameters);
  const members = Object.entries(parameters).filter(
    ([key, value]) => !isFilling(key, value) && !(isOpen && key === 'additionalProperties'),
  );
  // A model reads names in their order, which canonical JSON does not keep.
  const order = namesIn(parameters);
  return canonicalJson({ name, description, parameters: Object.fromEntries(members), order });
}

/** All names in the maps of names of a schema, each map in its own order. */
function namesIn(value: unknown, isMap = false): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => namesIn(each));
  if (!isRecord(value)) return [];
  const entries = Object.entries(value);
  const ordered = isMap ? entries : entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...(isMap ? Object.keys(value) : []),
    ...ordered.flatMap(([key, each]) => namesIn(each, !isMap && mapsOfNames.has(key))),
  ];
}

const mapsOfNames: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/**
 * True for a member of a schema's outermost object that frameworks fill in, override or drop: the
 * AI SDK closes the schema of each tool of an MCP server, OpenAI Agents opens it. INVARIANT: no
 * text that a server could choose is left out of a pin.
 */
function isFilling(key: string, value: unknown): boolean {
  switch (key) {
    case '$schema':
      return typeof value === 'string' && dialects.has(value.replace(/#$/, ''));
    case 'type':
      return value === 'object';
    case 'properties':
      return isRecord(value) && Object.keys(value).length === 0;
    case 'required':
      return Array.isArray(value) && value.length === 0;
    default:
      return false;
  }
}

const dialects: ReadonlySet<string> = new Set([
  'http://json-schema.org/draft-04/schema',
  'http://json-schema.org/draft-06/schema',
  'http://json-schema.org/draft-07/schema',
  'http://json-schema.org/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'https://json-schema.org/draft/2020-12/schema',
]);
