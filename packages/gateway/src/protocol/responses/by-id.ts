import { runOf } from '../../store/ids.ts';
import type {
  Answer,
  AnswersById,
  ClientRequest,
  FindAnswer,
  FoundAnswer,
  StoredAnswer,
} from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { restOf } from '../shared/stream.ts';
import { answerIdOf, itemOrigin } from './ids.ts';
import {
  inputItems,
  callItems,
  type JsonObject,
  messageItem,
  outputItems,
  reasoningOutput,
  refusalPart,
  textPart,
} from './answer/items.ts';
import { citationsOf } from './answer/reasoning.ts';
import { endedResponse, isRefusal, writeAnswer } from './answer/write.ts';

export const answersById: AnswersById = {
  resolve,
  mayName: (body) => body.includes('id"'),
  forProvider,
  kept: (request, answer, sent) =>
    request.params['store'] === false ? undefined : givenResponse(request, answer, sent),
  instructions: (request) => ('instructions' in request && request.instructions === true ? 1 : 0),
};

const answerIds = /[0-9a-f]{32}/g;

/**
 * An id that is not ours stays, and the reader of the body refuses it. A request that holds all its
 * items needs no run, and so no store.
 */
async function resolve(body: unknown, find: FindAnswer): Promise<unknown> {
  const found = new Map<string, FoundAnswer>();
  for (const id of namedIn(body)) {
    const answer = await find(id);
    if (answer !== undefined) found.set(id, answer);
  }
  return withReferences(body, (id) => found.get(id)?.answer);
}

function namedIn(body: unknown): ReadonlySet<string> {
  return new Set(referencesIn(body).flatMap((id) => id.match(answerIds) ?? []));
}

async function forProvider(body: unknown, find: FindAnswer): Promise<unknown> {
  const named = await resolve(body, find);
  if (!isRecord(named)) return undefined;
  const { previous_response_id: previous, ...rest } = named;
  const before = await itemsBefore(previous, find);
  const items = [...(before ?? []), ...inputOf(rest)].flatMap(withoutOurId);
  const whole = before === undefined ? named : rest;
  const isText = before === undefined && !Array.isArray(rest['input']);
  return isText ? whole : { ...whole, input: items };
}

/** The provider has given an id of ours to nothing, and reasoning without its own is no use. */
function withoutOurId(item: unknown): readonly unknown[] {
  if (!isRecord(item) || typeof item['id'] !== 'string') return [item];
  const { id: _, ...rest } = item;
  const isReference = item['type'] === 'item_reference' || Object.keys(rest).length === 0;
  const origin = itemOrigin(item['id']);
  if (isReference || origin === undefined || runOf(origin.answerId) === undefined) return [item];
  return ['rs', 'ws', 'nt'].includes(origin.kind) ? [] : [rest];
}

/** A conversation up to an answer of ours, the answer included; `undefined` where it is none. */
async function itemsBefore(
  previous: unknown,
  find: FindAnswer,
): Promise<readonly JsonObject[] | undefined> {
  const id = (typeof previous === 'string' ? answerIdOf(previous) : undefined) ?? '';
  const found = await find(id);
  if (found === undefined) return undefined;
  const { answer } = found;
  const items = inputItems(id, [...(await found.turnsBefore()), { kind: 'answer', id, answer }]);
  // Those of its client's own have no other id than the one made here.
  return items.map(({ id: _, ...item }) => item);
}

function inputOf({ input }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }];
  return Array.isArray(input) ? input : [];
}

/**
 * The response as its client had it in the end. `sent`: the text that was streamed before the
 * answer was known; behind it stand the reasoning, and a refusal in a part of its own.
 */
export function givenResponse(request: ClientRequest, answer: Answer, sent: string): JsonObject {
  if (sent === '') return writeAnswer(request, answer);
  const rest = restOf(answer, sent);
  const text = sent + rest;
  const content =
    rest !== '' && isRefusal(request, answer)
      ? [textPart(sent), refusalPart(answer.text)]
      : [textPart(text, citationsOf(answer.reasoning, text))];
  const said = [messageItem({ ...answer, content }), ...callItems(answer, request)];
  return endedResponse(request, answer, [...said, ...reasoningOutput(answer, request)]);
}

/**
 * The body with each `item_reference` to a response of ours replaced by the item itself, as `write`
 * gave it; to be called before `read`. `answerOf` takes the id of an answer and must look among the
 * answers of this client's tenant alone. A reference that it cannot resolve stays, and `read`
 * refuses it; one to reasoning or a notice becomes an empty item of reasoning, which `read` leaves
 * out.
 */
export function withReferences(
  body: unknown,
  answerOf: (answerId: string) => StoredAnswer | undefined,
): unknown {
  if (!isRecord(body) || !Array.isArray(body['input'])) return body;
  const input = body['input'].map((item: unknown) => {
    const id = referenceIn(item);
    return (id === undefined ? undefined : itemNamed(id, answerOf)) ?? item;
  });
  return { ...body, input };
}

/** The ids of the items that a body only names. */
function referencesIn(body: unknown): readonly string[] {
  const input = isRecord(body) ? body['input'] : undefined;
  return Array.isArray(input) ? input.flatMap((item: unknown) => referenceIn(item) ?? []) : [];
}

/** A reference may come without its type: then it is an id alone. */
function referenceIn(item: unknown): string | undefined {
  if (!isRecord(item) || typeof item['id'] !== 'string') return undefined;
  const { id, type } = item;
  if (type === 'item_reference') return id;
  const isBare = Object.values(item).every((value) => value === null || value === id);
  return isBare && (type === undefined || type === null) ? id : undefined;
}

function itemNamed(
  id: string,
  answerOf: (answerId: string) => StoredAnswer | undefined,
): JsonObject | undefined {
  const origin = itemOrigin(id);
  if (origin === undefined) return undefined;
  const answer = answerOf(origin.answerId);
  if (answer === undefined) return undefined;
  if (origin.kind === 'rs' || origin.kind === 'nt') return { type: 'reasoning', id };
  if (origin.kind === 'ws') return { type: 'web_search_call', id };
  const content = answer.text === '' && answer.calls.length > 0 ? [] : [textPart(answer.text)];
  const shape = { custom: answer.custom, params: {}, tools: [] };
  const items = outputItems({ ...answer, id: origin.answerId, content }, shape);
  return items.find((item) => item['id'] === id);
}
