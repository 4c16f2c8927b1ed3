import fc from 'fast-check';
import { Content } from '../src/history/content.ts';
import { History } from '../src/history/history.ts';
import {
  Opaque,
  type Call,
  type LabelledTool,
  type Message,
  type Part,
} from '../src/history/message.ts';
import { regionsBySpans, type Span } from '../src/history/known/spans.ts';
import type { Label, LabelSpace } from '../src/label/label.ts';
import { arbitraryDocument, asJson, asYaml, contentOf, type Tree } from './labelled-trees.ts';

/** A stretch of running text; a text is a list of these. */
export interface Piece {
  readonly text: string;
  readonly label: Label;
}

export type PartDraft =
  | { readonly kind: 'text'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'document'; readonly tree: Tree; readonly format: 'json' | 'yaml' }
  | { readonly kind: 'opaque'; readonly label: Label; readonly data: string };

export interface PartsDraft {
  readonly shape: Label;
  readonly parts: readonly PartDraft[];
}

export interface CallDraft {
  readonly tool: string;
  readonly declared: boolean;
  readonly label: Label;
  readonly args: PartDraft;
  /** `undefined`: the call has no result. */
  readonly result: PartsDraft | undefined;
}

export type TurnDraft =
  | { readonly kind: 'prompt'; readonly role: 'system' | 'user'; readonly said: PartsDraft }
  | {
      readonly kind: 'generation';
      readonly label: Label;
      readonly text: readonly Piece[];
      readonly calls: readonly CallDraft[];
    };

export const declaredTools = ['search', 'send'] as const;

/** Turns with any labels, forms and numbers of parts; calls with and without results. */
export function arbitraryTurns(label: fc.Arbitrary<Label>): fc.Arbitrary<readonly TurnDraft[]> {
  return fc.array(arbitraryTurn(label), { maxLength: 6 });
}

export function arbitraryTurn(label: fc.Arbitrary<Label>): fc.Arbitrary<TurnDraft> {
  const said = arbitraryParts(label);
  return fc.oneof(
    fc.record({
      kind: fc.constant('prompt' as const),
      role: fc.constantFrom('user' as const, 'system' as const),
      said,
    }),
    fc.record({
      kind: fc.constant('generation' as const),
      label,
      text: arbitraryPieces(label),
      calls: fc.array(arbitraryCall(label), { maxLength: 3 }),
    }),
  );
}

function arbitraryCall(label: fc.Arbitrary<Label>): fc.Arbitrary<CallDraft> {
  const tool = fc.oneof(
    fc.record({ tool: fc.constantFrom(...declaredTools), declared: fc.constant(true) }),
    fc.record({ tool: fc.constantFrom('sned', 'exfiltrate'), declared: fc.constant(false) }),
  );
  const rest = fc.record({
    label,
    args: arbitraryPart(label),
    result: fc.option(arbitraryParts(label), { nil: undefined }),
  });
  return fc.tuple(tool, rest).map(([named, others]) => ({ ...named, ...others }));
}

function arbitraryParts(label: fc.Arbitrary<Label>): fc.Arbitrary<PartsDraft> {
  return fc.record({ shape: label, parts: fc.array(arbitraryPart(label), { maxLength: 3 }) });
}

export function arbitraryPart(label: fc.Arbitrary<Label>): fc.Arbitrary<PartDraft> {
  return fc.oneof(
    fc.record({ kind: fc.constant('text' as const), pieces: arbitraryPieces(label) }),
    fc.record({
      kind: fc.constant('document' as const),
      tree: arbitraryDocument(label),
      format: fc.constantFrom('json' as const, 'yaml' as const),
    }),
    fc.record({ kind: fc.constant('opaque' as const), label, data: fc.string() }),
  );
}

export function arbitraryPieces(label: fc.Arbitrary<Label>): fc.Arbitrary<readonly Piece[]> {
  const text = fc.string({ minLength: 1, maxLength: 5 });
  return fc.array(fc.record({ text, label }), { maxLength: 4 });
}

/** Builds the history; stored ids begin with `idPrefix`. */
export function historyOf(
  space: LabelSpace,
  turns: readonly TurnDraft[],
  { idPrefix, tools = [] }: { idPrefix: string; tools?: readonly LabelledTool[] },
): History {
  let calls = 0;
  const nextId = (): string => `${idPrefix}${(calls += 1)}`;
  return History.of(
    tools,
    turns.flatMap((turn) => messagesOf(space, turn, nextId)),
  );
}

function messagesOf(space: LabelSpace, turn: TurnDraft, nextId: () => string): readonly Message[] {
  if (turn.kind === 'prompt') {
    const { role, said } = turn;
    return [{ role, shape: said.shape, parts: said.parts.map((part) => partOf(space, part)) }];
  }
  const ids = turn.calls.map(nextId);
  const calls = turn.calls.map(({ tool, declared, label, args }, at): Call => {
    return { id: ids[at] ?? '', tool, declared, label, args: argsOf(space, args) };
  });
  const text = textOf(space, turn.text);
  const results = turn.calls.flatMap(({ result }, at): readonly Message[] => {
    if (result === undefined) return [];
    const parts = result.parts.map((part) => partOf(space, part));
    return [{ role: 'tool', callId: ids[at] ?? '', shape: result.shape, parts }];
  });
  return [{ role: 'assistant', label: turn.label, text, calls }, ...results];
}

function argsOf(space: LabelSpace, args: PartDraft): Content {
  const part = partOf(space, args);
  return part.kind === 'text' ? part.content : Content.whole(space, 'no JSON', part.label);
}

function partOf(space: LabelSpace, part: PartDraft): Part {
  switch (part.kind) {
    case 'text':
      return { kind: 'text', content: textOf(space, part.pieces) };
    case 'document': {
      const text = part.format === 'json' ? asJson(part.tree) : asYaml(part.tree);
      return { kind: 'text', content: contentOf(space, part.tree, text) };
    }
    case 'opaque': {
      const { label, data } = part;
      return { kind: 'opaque', mediaType: 'image/png', data: new Opaque(data), label };
    }
  }
}

function textOf(space: LabelSpace, pieces: readonly Piece[]): Content {
  let text = '';
  const spans = pieces.map((piece): Span => {
    const start = text.length;
    text += piece.text;
    return { start, end: text.length, label: piece.label };
  });
  return regionsBySpans(space, text, { spans, rest: space.bottom });
}
