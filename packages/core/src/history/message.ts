import type { Label } from '../label/label.ts';
import type { Content } from './content.ts';
import type { PlainTool } from './plain.ts';

/** One piece of a message. Images, files and unknown parts are one region each. */
export type Part =
  | { readonly kind: 'text'; readonly content: Content }
  | {
      readonly kind: 'opaque';
      readonly mediaType: string;
      readonly data: Opaque;
      readonly label: Label;
    };

let open: (opaque: Opaque) => unknown;

/** Data that is passed on and never read. Printing it shows nothing of it. */
export class Opaque {
  static {
    open = (opaque) => opaque.#data;
  }

  readonly #data: unknown;

  constructor(data: unknown) {
    this.#data = data;
  }

  toString(): string {
    return '<opaque>';
  }

  toJSON(): string {
    return this.toString();
  }
}

/** The one door out of an `Opaque`. */
export function revealOpaque(opaque: Opaque): unknown {
  return open(opaque);
}

/**
 * A tool call of a past generation. A call is labelled as a whole: `label` is the label of the
 * choice of tool, of every argument's presence, and a lower bound of each argument's own label
 * (the regions of `args` may carry more, which is where labels per argument will live).
 */
export interface Call {
  /** Minted by us; ids of the model or the client never reach a view. */
  readonly id: string;
  readonly tool: string;
  /**
   * True if the name is structure: of a tool that was declared, and that the policy vouches for.
   * Any other is text with the label of the call.
   */
  readonly declared: boolean;
  /** JSON text. */
  readonly args: Content;
  readonly label: Label;
}

/** A labelled message. `shape` labels how many parts there are and of which kind. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly parts: readonly Part[]; readonly shape: Label }
  | {
      readonly role: 'assistant';
      readonly text: Content;
      readonly calls: readonly Call[];
      /** The label of the generation: of its text, of each call, and of there being any. */
      readonly label: Label;
      /** Data that the provider wants back: one opaque region with the generation's label. */
      readonly reasoning?: Opaque | undefined;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly parts: readonly Part[];
      readonly shape: Label;
      /** The tool failed, as its caller says: one bit, at the label of the shape. */
      readonly failed?: true | undefined;
    };

/** A tool as declared to the model: one region, which its name may be left out of. */
export interface LabelledTool {
  readonly tool: PlainTool;
  /** The label of description and schema: a third party's text is untrusted unless pinned. */
  readonly label: Label;
  /**
   * The policy names the tool, so that its name is public structure. Any other name is text as the
   * rest is, and leaves a view with it.
   */
  readonly vouched?: boolean | undefined;
}

/**
 * Names the writer of a message for a person: a role, or the tool whose result it is. A name that
 * nobody vouches for is text, and not told.
 */
export function writerOf(message: Message, callOf: (id: string) => Call | undefined): string {
  if (message.role !== 'tool') return message.role;
  const call = callOf(message.callId);
  if (call === undefined) return 'unknown tool';
  if (!call.declared) return 'undeclared tool';
  return others.has(call.tool) ? `tool ${call.tool}` : call.tool;
}

/** Names of other writers: the owner of a tool may call it so, to be taken for them. */
const others: ReadonlySet<string> = new Set([
  'system',
  'user',
  'assistant',
  'tool description',
  'unknown tool',
  'undeclared tool',
]);
