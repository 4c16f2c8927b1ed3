import { parseTree } from 'jsonc-parser';
import type { History } from '../../history/history.ts';
import { pointerBelow } from '../../history/json/json-pointer.ts';
import { isRecord } from '../../history/record.ts';
import { limits } from '../../limits.ts';
import type { DraftCall, ModelReply } from '../../model/chat-model.ts';
import type { Relevance } from '../../propagate/propagator.ts';

/** The reply as a whole may take half of the budget, and all of its parts together the other. */
export const explainedWorkMax: number = limits.tracedWorkMax / 2;

export type Sources = Pick<Extract<Relevance, { kind: 'regions' }>, 'evidence' | 'unsourced'>;

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
