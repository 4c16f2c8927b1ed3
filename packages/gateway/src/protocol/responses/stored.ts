import { storedResponse } from '../../run/answers.ts';
import { turnsBefore } from '../../run/client-turns.ts';
import { givenAnswer, type GivenAnswer } from '../../run/given-answer.ts';
import type { LiveRun } from '../../run/live-run.ts';
import type { ClientCall, OwnService, Route } from '../route.ts';
import { RequestError } from '../errors.ts';
import { answerIdOf } from './ids.ts';
import { inputItems } from './answer/items.ts';

/** The operations that a client may use on its stored response. */
type StoredAct = 'retrieve' | 'delete' | 'input-items' | 'cancel';

export const storedRoutes: readonly Route[] = [
  route('', { GET: service('retrieve'), DELETE: service('delete') }),
  route('/input_items', { GET: service('input-items') }),
  route('/cancel', { POST: service('cancel') }),
];

function route(below: string, methods: Route['methods']): Route {
  return {
    path: `/v1/responses/{id}${below}`,
    wordForms: { id: String.raw`resp_[\w-]{1,128}` },
    methods,
    upstream: ({ words, search }) => `/responses/${words['id'] ?? ''}${below}${search}`,
  };
}

function service(act: StoredAct): OwnService {
  return {
    serve: (call) => serveStored(act, call),
    isOurs: async (call) => (await givenAs(call)) !== undefined,
  };
}

interface Given extends GivenAnswer {
  readonly id: string;
  /** The stored lines of the run. */
  readonly lines: readonly unknown[];
  readonly response: Readonly<Record<string, unknown>>;
}

/**
 * Serves a response out of our own store, to keys of the tenant and profile that it was given to.
 * To any other it is as unknown as one that never was. Throws `RequestError`.
 */
async function serveStored(act: StoredAct, call: ClientCall): Promise<void> {
  const { exchange, at } = call;
  if (act === 'cancel') throw notInBackground();
  const query = queryOf(at.search, act);
  const given = await givenAs(call);
  if (given === undefined) throw unknownResponse();
  const { id, run, answer, lines, response } = given;
  const headers = { 'x-sluice-run': run.id, 'x-sluice-decision': id };
  if (act === 'retrieve') return exchange.json(200, response, headers);
  if (act === 'delete') {
    await deleteFrom(run, id, call);
    const deleted = { id: at.words['id'], object: 'response', deleted: true };
    return exchange.json(200, deleted, headers);
  }
  const items = inputItems(id, turnsBefore(answer, { lines, answers: run.answers }));
  return exchange.json(200, pageOf(items, query), headers);
}

/** The response of that id, where it was given to this tenant and profile and not deleted. */
async function givenAs(call: ClientCall): Promise<Given | undefined> {
  const id = answerIdOf(call.at.words['id'] ?? '') ?? '';
  const given = await givenAnswer(id, call);
  if (given === undefined) return undefined;
  const lines = await call.runs.linesOf(given.run);
  const response = storedResponse(lines, id);
  return response && { ...given, id, lines, response };
}

/** Waits for the turn that runs: what it goes on from was not deleted when it began. */
async function deleteFrom(run: LiveRun, id: string, call: ClientCall): Promise<void> {
  const { client, nowMs, runs } = call;
  await run.inTurn(async () => {
    if (run.answers.get(id) === undefined) throw unknownResponse();
    const type = 'response-deleted';
    const payload = JSON.stringify({ type, atMs: nowMs(), by: client.name });
    try {
      await run.deleteAnswer(id, { type, label: '', subject: id, payload });
    } catch (error) {
      runs.forget(run);
      throw error;
    }
  });
}

const known: Readonly<Record<StoredAct, readonly string[]>> = {
  retrieve: [],
  delete: [],
  'input-items': ['limit', 'order', 'after'],
  cancel: [],
};

/** Throws for what would change what is given out: a stream, or more than was given before. */
function queryOf(search: string, act: StoredAct): ReadonlyMap<string, string> {
  const query = new Map(new URLSearchParams(search));
  for (const [name, value] of query) {
    const isNothing = name === 'stream' && value === 'false';
    if (!isNothing && !known[act].includes(name)) throw unknownParameter(act);
  }
  return query;
}

const itemsPerPage = { least: 1, default: 20, most: 100 };

/** A page as the provider cuts it: the newest first, unless the other order is asked for. */
function pageOf(
  items: readonly Readonly<Record<string, unknown>>[],
  query: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const order = query.get('order') ?? 'desc';
  const limit = Number(query.get('limit') ?? itemsPerPage.default);
  const isLimit =
    Number.isInteger(limit) && limit >= itemsPerPage.least && limit <= itemsPerPage.most;
  if (!isLimit || (order !== 'asc' && order !== 'desc')) throw invalidPage();
  const inOrder = order === 'asc' ? items : items.toReversed();
  const after = query.get('after');
  const start = after === undefined ? 0 : inOrder.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw invalidPage();
  const data = inOrder.slice(start, start + limit);
  const has_more = start + data.length < inOrder.length;
  const first_id = data[0]?.['id'] ?? null;
  return { object: 'list', data, first_id, last_id: data.at(-1)?.['id'] ?? null, has_more };
}

/** The same for one of another tenant, one that was deleted and one that never was. */
function unknownResponse(): RequestError {
  return new RequestError('unknown_response', 'there is no such response', {
    hint: 'name one that a key of the same tenant and profile was given, without `store: false`',
    status: 404,
  });
}

function notInBackground(): RequestError {
  return new RequestError('not_cancellable', 'no response of this gateway runs in the background', {
    hint: 'end a response by closing its connection',
  });
}

function unknownParameter(act: StoredAct): RequestError {
  const names = known[act].map((name) => `\`${name}\``);
  return new RequestError('unknown_parameter', 'the address holds a parameter that is not known', {
    hint: names.length === 0 ? 'leave out what follows `?`' : `use ${names.join(', ')} alone`,
  });
}

function invalidPage(): RequestError {
  const { least, most } = itemsPerPage;
  return new RequestError('invalid_page', 'there is no such page', {
    hint: `pass \`limit\` from ${least} to ${most}, \`order\` asc or desc, \`after\` an id of the list`,
  });
}
