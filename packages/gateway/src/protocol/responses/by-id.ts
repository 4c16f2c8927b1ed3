import { runOf } from '../../store/ids.ts';
import type { AnswersById, FindAnswer, FoundAnswer } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { givenResponse } from './given-response.ts';
import { answerIdOf, itemOrigin } from './ids.ts';
import { inputItems } from './input-list.ts';
import type { JsonObject } from './items.ts';
import { referencesIn, withReferences } from './references.ts';

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
 * What names nothing of ours stays, and is refused when the body is read. One that holds all its
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
  return origin.kind === 'rs' || origin.kind === 'ws' ? [] : [rest];
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
