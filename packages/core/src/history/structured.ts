import type { RegionForm } from './content.ts';

/** A JSON or YAML document with the source range of every value. */
export interface DocumentNode {
  readonly kind: 'mapping' | 'sequence' | 'scalar';
  /** The JavaScript value; containers hold the values of their children. */
  readonly value: unknown;
  /** UTF-16 code units, end exclusive: exactly the characters that a placeholder would replace. */
  readonly start: number;
  readonly end: number;
  readonly form: RegionForm;
  /** RFC 9535 normalized path, e.g. `$[0]['amount']`. */
  readonly path: string;
  readonly children: readonly DocumentNode[];
}

/** Why a text is not the document that it claims to be. Closed, and free of its text. */
export type UnreadableReason =
  | 'syntax'
  | 'duplicate-keys'
  | 'too-deep'
  | 'too-large'
  | 'aliases-or-tags'
  | 'several-documents'
  | 'not-a-container';

export type StructuredText =
  | { readonly kind: 'document'; readonly root: DocumentNode }
  | { readonly kind: 'unreadable'; readonly because: UnreadableReason; readonly at: number };
