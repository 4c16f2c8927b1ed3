import type { PlainCall } from '@sluice/core';
import type { Answer, ClientRequest, Protocol } from '../../protocol.ts';
import { exactArgs } from '../../shared/wire.ts';
import { callMark, endMark } from '../marks.ts';
import { isCall, type Part } from '../parts.ts';
import { blockedStop } from './reply.ts';
import { clientParts, foundFor } from './stored.ts';
import { writeUsage } from './usage.ts';

type Body = Readonly<Record<string, unknown>>;

/** A whole response. */
export const write: Protocol['write'] = (request, answer) => {
  const text = isRefusal(request, answer) ? '' : answer.text;
  const parts = clientParts(answer.reasoning, { text, calls: answer.calls.map(callPart) });
  return { ...ended(request, answer, parts), ...envelopeOf(answer) };
};

/** Where the client parses the text as JSON, a text of ours says why there is none instead. */
export function isRefusal({ structured }: ClientRequest, { withheld }: Answer): boolean {
  return withheld && structured;
}

export function envelopeOf({ id, model }: Pick<Answer, 'id' | 'model'>): Body {
  return { modelVersion: model, responseId: id };
}

/** The candidate that the answer ends with. `parts`: those that the client has not had yet. */
export function ended(request: ClientRequest, answer: Answer, parts: readonly Part[]): Body {
  const usageMetadata = writeUsage(answer.usage);
  const blocked = blockReason(answer);
  if (blocked !== undefined) return { promptFeedback: { blockReason: blocked }, usageMetadata };
  const candidate = {
    content: { role: 'model', parts: marked(parts, answer) },
    finishReason: finishReason(request, answer),
    ...(isRefusal(request, answer) && { finishMessage: answer.text }),
    index: 0,
    ...foundFor(answer.reasoning, answer.text),
  };
  return { candidates: [candidate], usageMetadata };
}

/** Only calls that were checked come here, and arguments that are no object pass no check. */
export function callPart({ id, tool, args }: PlainCall): Part {
  const given = exactArgs(args);
  if (given === undefined) throw new Error('the arguments of a call are no JSON object');
  return { functionCall: { id, name: tool, args: given } };
}

/**
 * Each call signed with its id, and where there is none, the end with ours. A client takes a
 * candidate without parts for none, and forgets what it said itself: then the end is a part alone.
 */
function marked(parts: readonly Part[], { calls }: Answer): readonly Part[] {
  const ids = calls.map(({ id }) => id).values();
  const signed = parts.map((part) =>
    isCall(part) ? { ...part, thoughtSignature: callMark(ids.next().value ?? '') } : part,
  );
  if (calls.length > 0) return signed;
  const last = signed.at(-1);
  const isText = typeof last?.['text'] === 'string' && last['thought'] !== true;
  const said = isText ? last : { text: '' };
  return [...(isText ? signed.slice(0, -1) : signed), { ...said, thoughtSignature: endMark }];
}

/** Reasons for stopping in the middle that a client may be told of as they are. */
const cutShort: ReadonlySet<string> = new Set([
  'MAX_TOKENS',
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'OTHER',
]);

function finishReason(request: ClientRequest, answer: Answer): string {
  const { withheld, calls, stop, facts } = answer;
  if (isRefusal(request, answer)) return 'OTHER';
  if (withheld || calls.length > 0 || stop === 'complete') return 'STOP';
  const said = facts?.stop ?? '';
  return cutShort.has(said) ? said : 'MAX_TOKENS';
}

const blockReasons: ReadonlySet<string> = new Set([
  'SAFETY',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'IMAGE_SAFETY',
  'JAILBREAK',
]);

/** The model has not seen the prompt: there is no answer that could be called one. */
function blockReason({ facts, withheld, text, calls }: Answer): string | undefined {
  const said = facts?.stop ?? '';
  if (!said.startsWith(blockedStop) || withheld || text !== '' || calls.length > 0)
    return undefined;
  const reason = said.slice(blockedStop.length);
  return blockReasons.has(reason) ? reason : 'OTHER';
}
