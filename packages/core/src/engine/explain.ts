import { parseTree } from 'jsonc-parser';
import type { History } from '../history/history.ts';
import { InexactNumber } from '../history/json/exact-number.ts';
import { pointerBelow, pointerKeys, isRecord } from '../history/document.ts';
import { parseJson } from '../history/json/json.ts';
import { type Call, writerOf } from '../history/message.ts';
import { findRegion, ownText, type RegionEntry } from '../history/regions.ts';
import { beforeLong } from '../history/slices.ts';
import type { DocumentNode } from '../history/structured.ts';
import type { Label } from '../label/label.ts';
import { limits } from '../limits.ts';
import { type DraftCall, lengthOf, type ModelReply } from '../model/chat-model.ts';
import type { Evidence, Relevance } from '../propagate/propagator.ts';
import { relevantWithin } from '../propagate/relevant-within.ts';
import { visibleHistory } from '../redact/visible.ts';
import type { Explanation, ShownEvidence } from './decision.ts';
import type { Run } from './run.ts';

/** A reply that is decided on, with its label and the history that it came from. */
interface Explained {
  readonly history: History;
  readonly reply: ModelReply;
  readonly label: Label;
  readonly signal: AbortSignal;
}

export type Explain = (call: number) => Explanation;

/** Where nobody asks: a read that is taken without a question. */
export const unexplained: Explain = () => ({ evidence: [], unsourced: [] });

/** The reply as a whole may take half of the budget, and all of its parts together the other. */
export const explainedWorkMax: number = limits.tracedWorkMax / 2;

/**
 * Says of each call of a reply which region reached which argument. A person's answer is labelled
 * as the call, so the explainer sees only what flows to the call's label: an argument whose value
 * stands above it alone counts as one without a source.
 */
export async function explainCalls(
  run: Run,
  { history, reply, label, signal }: Explained,
): Promise<Explain> {
  const { structure, explainer } = run.options;
  await beforeLong(lengthOf(reply));
  const visible = visibleHistory(run.space, history, { label, structure });
  const relevant = async (draft: ModelReply, workMax: number): Promise<Relevance> =>
    await relevantWithin(
      explainer,
      { space: run.space, history: visible, signal, draft, workMax },
      { timeoutMs: limits.propagatorTimeoutMsMax },
    );
  const relevance = await relevant(reply, explainedWorkMax);
  const found =
    relevance.kind === 'regions'
      ? relevance
      : await explainApart(reply, { tools: visible.tools, whole: relevance }, relevant);
  const shown = new ShownSources(visible);
  const flows = found.evidence.flatMap((one) => {
    const entry = findRegion(visible, one.region);
    const isShown = entry !== undefined && run.space.flowsTo(entry.label, label);
    return isShown ? [{ call: one.call, one, entry }] : [];
  });
  const evidence = Map.groupBy(flows, ({ call }) => call);
  const unsourced = Map.groupBy(found.unsourced, ({ call }) => call);
  return (index) => {
    const flowing = evidence.get(index) ?? [];
    const args = reply.calls[index]?.args ?? '';
    const valueOf = flowing.length === 0 ? undefined : argumentReader(args);
    return {
      evidence: flowing.map(({ one, entry }) =>
        shown.evidence(one, entry, valueOf?.(one.argument)),
      ),
      // A name and a value of one argument may both lack a source: it is told once.
      unsourced: [...new Set((unsourced.get(index) ?? []).map(({ argument }) => argument))],
    };
  };
}

/** The evidence of regions as a person is shown it, within bounds for all of it. */
class ShownSources {
  readonly #history: History;
  readonly #texts = new Map<string, string>();
  readonly #calls = new Map<string, Call>();
  #charactersLeft: number = limits.excerptsCharactersMax;
  #searchLeft: number = limits.excerptSearchCharactersMax;

  constructor(history: History) {
    this.#history = history;
    for (const message of history.messages) {
      if (message.role !== 'assistant') continue;
      for (const call of message.calls) {
        if (!this.#calls.has(call.id)) this.#calls.set(call.id, call);
      }
    }
  }

  evidence(
    { argument, region, how }: Evidence,
    entry: RegionEntry,
    value: string | undefined,
  ): ShownEvidence {
    const excerpt = this.#excerptOf(entry, value);
    const message = this.#history.at(entry.message);
    const from = message ? writerOf(message, (id) => this.#calls.get(id)) : 'tool description';
    return { argument, region, how, from, path: entry.path, label: entry.label, excerpt };
  }

  /** None past the limit of all together, which is more than anybody reads. */
  #excerptOf(entry: RegionEntry, value: string | undefined): string {
    if (this.#charactersLeft <= 0) return '';
    const text = this.#texts.get(entry.id) ?? ownText(entry).trim();
    this.#texts.set(entry.id, text);
    this.#searchLeft -= text.length;
    const excerpt = excerptOf(text, this.#searchLeft < 0 ? undefined : value);
    this.#charactersLeft -= excerpt.length;
    return this.#charactersLeft < 0 ? '' : excerpt;
  }
}

type Sources = Pick<Extract<Relevance, { kind: 'regions' }>, 'evidence' | 'unsourced'>;

/** One argument of a call, as it stands in its text. */
interface Argument {
  readonly name: string;
  readonly text: string;
}

/**
 * Explains a reply that is too much to explain at once, some arguments at a time: whoever makes one
 * argument long hides the source of no other. What cannot be explained then, either, has no source
 * that anybody could be shown.
 */
export async function explainApart(
  reply: ModelReply,
  { tools, whole }: Pick<History, 'tools'> & { readonly whole: Relevance },
  explain: (part: ModelReply, workMax: number) => Promise<Relevance>,
): Promise<Sources> {
  const evidence: Sources['evidence'][number][] = [];
  const unsourced: Sources['unsourced'][number][] = [];
  const parts = reply.calls.flatMap(({ tool, args }, call) => {
    const declared = tools.find((each) => each.tool.name === tool)?.tool.parameters;
    return partsOf(args, declared).map((part) => ({ call, tool, part }));
  });
  let left = canGoOn(whole) ? Math.min(parts.length, limits.explainedPartsMax) : 0;
  const workEach = explainedWorkMax / left;
  for (const { call, tool, part } of parts) {
    const names = part.map(({ name }) => ({ call, argument: pointerBelow('', name) }));
    const draft = partial(reply, { tool, part });
    const found = left-- > 0 ? await explain(draft, workEach) : undefined;
    if (found !== undefined && !canGoOn(found)) left = 0;
    if (found?.kind !== 'regions') unsourced.push(...names);
    else {
      evidence.push(...found.evidence.map((one) => ({ ...one, call })));
      unsourced.push(...found.unsourced.map((one) => ({ ...one, call })));
    }
  }
  return { evidence, unsourced };
}

/** True if another part may be explained: who was late or failed is not waited for again. */
function canGoOn(found: Relevance): boolean {
  if (found.kind !== 'all') return true;
  return found.because === 'limit-reached' || found.because === 'draft-unreadable';
}

function partial(
  { stop }: ModelReply,
  { tool, part }: { readonly tool: string; readonly part: readonly Argument[] },
): ModelReply {
  const call: DraftCall = { tool, args: `{${part.map(({ text }) => text).join(',')}}` };
  return { text: '', calls: [call], stop };
}

/** The arguments in groups: those that the tool declares first, then the short ones. */
function partsOf(args: string, schema: unknown): readonly (readonly Argument[])[] {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  const declared = isRecord(properties) ? properties : {};
  const sorted = argumentsIn(args).toSorted(
    (a, b) =>
      Number(Object.hasOwn(declared, b.name)) - Number(Object.hasOwn(declared, a.name)) ||
      a.text.length - b.text.length,
  );
  const parts: Argument[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const each of sorted) {
    const last = parts.at(-1);
    characters += each.text.length;
    if (
      last === undefined ||
      last.length >= limits.explainedArgumentsMax ||
      characters > limits.explainedCharactersMax
    ) {
      parts.push([each]);
      characters = each.text.length;
    } else last.push(each);
  }
  return parts;
}

/** Read from the source: a number that is read and written again may be another. */
function argumentsIn(args: string): readonly Argument[] {
  const root = parseTree(args, [], { disallowComments: true, allowTrailingComma: false });
  return (root?.children ?? []).flatMap(({ offset, length, children = [] }) => {
    const name: unknown = children[0]?.value;
    if (typeof name !== 'string') return [];
    return [{ name, text: args.slice(offset, offset + length) }];
  });
}

/**
 * Cuts out the place where a region holds a value, or else its beginning: much text before the
 * value does not hide it.
 */
export function excerptOf(text: string, value: string | undefined): string {
  const lengthMax = limits.excerptCharactersMax;
  const at = value === undefined || value === '' ? -1 : placeOf(text, value);
  const margin = Math.max(0, lengthMax - (value?.length ?? 0)) >> 1;
  const from = at + (value?.length ?? 0) <= lengthMax ? 0 : Math.max(0, at - margin);
  return text.slice(from, from + lengthMax);
}

/** By its beginning: a long and repetitive value takes an engine the product of both. */
function placeOf(text: string, value: string): number {
  const start = value.slice(0, 64);
  const exact = text.indexOf(start);
  return exact === -1 ? text.toLowerCase().indexOf(start.toLowerCase()) : exact;
}

/** Finds the text of an argument, as it is written, by its JSON pointer. */
export function argumentReader(args: string): (pointer: string) => string | undefined {
  const read = parseJson(args);
  const members = new Map<DocumentNode, ReadonlyMap<string, DocumentNode>>();
  const childOf = (node: DocumentNode, key: string): DocumentNode | undefined => {
    const known = members.get(node);
    if (known !== undefined) return known.get(key);
    const children = new Map(node.children.map((child, at) => [String(child.key ?? at), child]));
    members.set(node, children);
    return children.get(key);
  };
  return (pointer) => {
    let node = read.kind === 'document' ? read.root : undefined;
    for (const key of pointerKeys(pointer)) node = node && childOf(node, key);
    return node?.kind === 'scalar' ? textOf(args, node) : undefined;
  };
}

/** A number as it is written: JavaScript may hold another one. */
function textOf(args: string, { value, start, end }: DocumentNode): string | undefined {
  if (typeof value === 'string') return value;
  const isNumber = typeof value === 'number' || value instanceof InexactNumber;
  return isNumber ? args.slice(start, end) : undefined;
}
