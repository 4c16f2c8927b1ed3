import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { History } from '../../history/history.ts';
import { pointerBelow, isRecord } from '../../history/document.ts';
import { limits } from '../../limits.ts';
import { lengthOf, type DraftCall, type ModelReply } from '../../model/chat-model.ts';
import type { WideReason } from '../propagator.ts';
import type { Work } from './work.ts';

/** One value of a draft: where it stands, and what can be looked for. */
export interface DraftValue {
  /** A tool's name is a value, too: it comes from its declaration, or from somebody's text. */
  readonly kind: 'tool' | 'argument' | 'text';
  /** Index into `draft.calls`; -1 for the drafted text. */
  readonly call: number;
  /** JSON pointer. */
  readonly argument: string;
  /**
   * Its text; `undefined` where it has none that could be evidence: `true`, `null`, an empty text
   * or list. Such a value may still be the choice of somebody.
   */
  readonly text: string | undefined;
  /** True for the name of an argument that the tool does not declare. */
  readonly isName?: true;
  /** Id of the tool's declaration, where it states the value: a name, a default, a constant. */
  readonly declaredBy: string | undefined;
}

type Schema = Readonly<Record<string, unknown>>;

interface ValueLocation {
  readonly call: number;
  readonly argument: string;
  readonly depth: number;
  readonly schema: Schema | undefined;
  readonly declaration: string | undefined;
}

/**
 * The tools called, each leaf of their arguments and each key that they do not declare; of a draft
 * without calls, its text. A reason where the draft cannot be read.
 */
export function draftValues(
  draft: ModelReply,
  history: History,
  work: Work,
): readonly DraftValue[] | WideReason {
  if (lengthOf(draft) > limits.tracedCharactersMax) return 'limit-reached';
  if (draft.calls.length === 0) {
    return [{ kind: 'text', call: -1, argument: '', text: draft.text, declaredBy: undefined }];
  }
  if (draft.stop === 'truncated') return 'draft-unreadable';
  const values: DraftValue[] = [];
  for (const [index, call] of draft.calls.entries()) {
    if (!addCallValues(values, call, { index, history, work })) return 'draft-unreadable';
  }
  return values;
}

/** True if the call could be read. */
function addCallValues(
  values: DraftValue[],
  { tool, args }: DraftCall,
  { index: call, history, work }: { index: number; history: History; work: Work },
): boolean {
  const errors: ParseError[] = [];
  work.spend(args.length);
  const root = parseTree(args, errors, { disallowComments: true, allowTrailingComma: false });
  if (root?.type !== 'object' || errors.length > 0) return false;
  const at = history.tools.findIndex((each) => each.tool.name === tool);
  const declaration = at === -1 ? undefined : `t${at}`;
  const schema = history.tools[at]?.tool.parameters;
  values.push({ kind: 'tool', call, argument: '', text: tool, declaredBy: declaration });
  return new Leaves(args, values, work).add(root, {
    call,
    argument: '',
    depth: 0,
    schema,
    declaration,
  });
}

/** Collects the leaves of the arguments of one call. */
class Leaves {
  readonly #source: string;
  readonly #values: DraftValue[];
  readonly #work: Work;

  constructor(source: string, values: DraftValue[], work: Work) {
    this.#source = source;
    this.#values = values;
    this.#work = work;
  }

  /** `false` where they are nested deeper than any call may be. */
  add(node: Node, place: ValueLocation): boolean {
    if (place.depth > limits.structuredDepthMax) return false;
    const children = node.children ?? [];
    // A call without arguments has no value; an empty container inside is one.
    if (children.length === 0 && place.argument !== '') this.#push(leaf(this.#source, node, place));
    return children.every((child, at) => {
      const [key, value] = child.type === 'property' ? (child.children ?? []) : [];
      if (key === undefined || value === undefined) {
        return this.add(child, inside(place, String(at), memberOf(place.schema, 'items')));
      }
      const name = String(key.value);
      const declared = memberOf(memberOf(place.schema, 'properties'), name);
      const member = inside(place, name, declared);
      if (declared === undefined) this.#push(nameAt(member, name));
      return this.add(value, member);
    });
  }

  /** A pointer is as long as the keys on its way, and each value has its own. */
  #push(value: DraftValue): void {
    this.#work.spend(1 + value.argument.length);
    this.#values.push(value);
  }
}

function leaf(source: string, node: Node, place: ValueLocation): DraftValue {
  const { call, argument, schema, declaration } = place;
  const value: unknown = node.value;
  const states = (key: string): boolean =>
    schema !== undefined && value !== undefined && schema[key] === value;
  const declaredBy = states('default') || states('const') ? declaration : undefined;
  return { kind: 'argument', call, argument, text: textOf(source, node), declaredBy };
}

/** A number is read from its source: a double would round a long account number. */
function textOf(source: string, { type, offset, length, ...node }: Node): string | undefined {
  if (type === 'number') return source.slice(offset, offset + length);
  const value: unknown = node.value;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function nameAt({ call, argument }: ValueLocation, text: string): DraftValue {
  return { kind: 'argument', call, argument, text, isName: true, declaredBy: undefined };
}

function inside(place: ValueLocation, key: string, schema: Schema | undefined): ValueLocation {
  const argument = pointerBelow(place.argument, key);
  return { ...place, argument, depth: place.depth + 1, schema };
}

function memberOf(schema: Schema | undefined, name: string): Schema | undefined {
  if (schema === undefined || !Object.hasOwn(schema, name)) return undefined;
  const member = schema[name];
  return isRecord(member) ? member : undefined;
}
