import { answerIdOf, itemOrigin } from '../protocol/responses/ids.ts';
import { inputItems } from '../protocol/responses/input-list.ts';
import type { JsonObject } from '../protocol/responses/items.ts';
import { isRecord } from '../protocol/shared/fields.ts';
import { turnsBefore } from '../run/client-turns.ts';
import { runOf } from '../run/ids.ts';
import type { Body, Exchange } from './exchange.ts';
import type { ModelCall } from './model-route.ts';
import { resolved } from './references.ts';

/**
 * `log` mode: a body as the provider can read it. It has none of the answers that were given while
 * the profile was guarded: what only names one is put in, as its client holds it. Any other body
 * goes as it came, byte for byte, and so does one that cannot be read.
 */
export async function providerBody(exchange: Exchange, call: ModelCall, body: Body): Promise<Body> {
  if (call.protocol.name !== 'responses' || !body.bytes.includes('id"')) return body;
  const sent = await exchange.parse(body).catch(() => undefined);
  const named = await resolved(sent, call.runs, call.owner);
  if (!isRecord(sent) || !isRecord(named)) return body;
  const { previous_response_id: previous, ...rest } = named;
  const before = await itemsBefore(previous, call);
  const items = [...(before ?? []), ...inputOf(rest)].flatMap(withoutOurId);
  const whole = before === undefined ? named : rest;
  const isText = before === undefined && !Array.isArray(rest['input']);
  const text = JSON.stringify(isText ? whole : { ...whole, input: items });
  return text === JSON.stringify(sent) ? body : { ...body, bytes: Buffer.from(text) };
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
  { runs, owner }: ModelCall,
): Promise<readonly JsonObject[] | undefined> {
  const id = (typeof previous === 'string' ? answerIdOf(previous) : undefined) ?? '';
  const runId = runOf(id);
  const run = runId === undefined ? undefined : await runs.get(owner, runId);
  const answer = run?.answers.get(id);
  if (run === undefined || answer === undefined) return undefined;
  const turns = turnsBefore(answer, { lines: await runs.linesOf(run), answers: run.answers });
  const items = inputItems(id, [...turns, { kind: 'answer', id, answer }]);
  // Those of its client's own have no other id than the one made here.
  return items.map(({ id: _, ...item }) => item);
}

function inputOf({ input }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }];
  return Array.isArray(input) ? input : [];
}
