import type { StoredAnswer } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { itemOrigin } from './ids.ts';
import { outputItems, textPart, type JsonObject } from './items.ts';

/**
 * The body with each `item_reference` to a response of ours replaced by the item itself, as `write`
 * gave it; to be called before `read`. `answerOf` takes the id of an answer and must look among the
 * answers of this client's tenant alone. A reference that it cannot resolve stays, and `read`
 * refuses it; one to reasoning becomes an empty item of reasoning, which `read` leaves out.
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
export function referencesIn(body: unknown): readonly string[] {
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
  if (origin.kind === 'rs') return { type: 'reasoning', id };
  if (origin.kind === 'ws') return { type: 'web_search_call', id };
  const content = answer.text === '' && answer.calls.length > 0 ? [] : [textPart(answer.text)];
  const shape = { custom: answer.custom, params: {} };
  const items = outputItems({ ...answer, id: origin.answerId, content }, shape);
  return items.find((item) => item['id'] === id);
}
