import type { RegionForm } from './content.ts';
import { parseJson } from './json/json.ts';
import { parseYaml } from './yaml/yaml.ts';

/** A JSON or YAML document with the source range of every value. */
export interface DocumentNode {
  readonly kind: 'mapping' | 'sequence' | 'scalar';
  /** The JavaScript value; containers hold the values of their children. */
  readonly value: unknown;
  /**
   * UTF-16 code units, end exclusive: exactly the characters that a placeholder would replace.
   * The root covers the whole text. In a block of YAML a value begins right after its `:` or `-`
   * and ends with the line before the next one, so that what is around it does not tell a scalar
   * from a list.
   */
  readonly start: number;
  readonly end: number;
  readonly form: RegionForm;
  /** RFC 9535 normalized path, e.g. `$[0]['amount']`. */
  readonly path: string;
  /** The last step of its path; `undefined` for the root. */
  readonly key: string | number | undefined;
  /** Where its key is written, quotes included; -1 for elements of a sequence and for the root. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** In source order, without overlap, inside `start..end`. */
  readonly children: readonly DocumentNode[];
}

/** Why a text is not the document that it claims to be. Closed, and free of its text. */
export type UnreadableReason =
  | 'syntax'
  | 'duplicate-keys'
  | 'too-deep'
  | 'too-large'
  | 'aliases-or-tags'
  /** A comment belongs to no value, so no label covers it. */
  | 'comments'
  /** YAML that no program writes: `? key`, `{a, b}`, `[a: 1]`, `{a: }`, a key that is no text. */
  | 'unusual-syntax'
  /** A flow collection over several lines: where a writer breaks them depends on all its values. */
  | 'broken-lines'
  | 'several-documents'
  | 'not-a-container';

export type StructuredText =
  | { readonly kind: 'document'; readonly root: DocumentNode }
  | { readonly kind: 'unreadable'; readonly because: UnreadableReason; readonly at: number };

/**
 * Reads a document in the format named; YAML and `auto` also read JSON, over several lines too.
 * Never throws: what cannot be read exactly is `unreadable`, and then one region for its reader.
 */
export function parseStructured(text: string, format: 'json' | 'yaml' | 'auto'): StructuredText {
  const json = parseJson(text);
  if (format === 'json' || json.kind === 'document') return json;
  return json.because === 'syntax' ? parseYaml(text) : json;
}
