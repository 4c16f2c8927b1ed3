import { fieldsOf } from './fields.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { answered } from './client-words.ts';
import { codes, errorTo, type Message, type Request, resultTo } from './message.ts';
import { asked } from './server-words.ts';
import { answersIn, questionsIn } from './stateless.ts';
import type { SealedState, StateSeal } from './state-seal.ts';
import { told } from './told.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Place {
  readonly name: string;
  /** Whose requests these are, and for which server. */
  readonly owner: string;
  readonly seal: StateSeal;
  readonly keeper: Pick<Gatekeeper, 'check' | 'labels'>;
}

/**
 * A server that asks before it answers gives its questions as a result, and the client makes its
 * request again with the answers. Answers pass only to questions that this client was given.
 */
export class Rounds {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /**
   * The request as the server may have it; `undefined`: it answers what was not asked. An answer is
   * checked as what a client asks: it may hold what was read.
   */
  async answered(request: Request): Promise<Request | undefined> {
    const { id, method, params } = request;
    if (answersIn(params) === undefined) return request;
    const { owner, seal, keeper } = this.#place;
    const opened = seal.open(params['requestState'], { owner, request });
    if (opened === undefined) return undefined;
    const { requestState: _, inputResponses, ...rest } = params;
    const answers: (readonly [string, Fields])[] = [];
    for (const [key, given] of Object.entries(fieldsOf(inputResponses))) {
      const kind = Object.hasOwn(opened.kinds, key) ? opened.kinds[key] : undefined;
      if (kind === undefined) continue;
      const args = answered(kind, fieldsOf(given));
      const word = await keeper.check({ kind, args }, new AbortController().signal);
      if (word.kind !== 'go') return undefined;
      answers.push([key, args]);
    }
    const state = opened.state === undefined ? {} : { requestState: opened.state };
    return {
      id,
      method,
      params: { ...rest, inputResponses: Object.fromEntries(answers), ...state },
    };
  }

  /** A result with questions as the client may have it; `undefined`: it asks for nothing. */
  asked(request: Request, result: Fields): Message | undefined {
    const questions = questionsIn(result);
    if (questions === undefined) return undefined;
    const { name, owner, seal, keeper } = this.#place;
    const sources = keeper.labels();
    const shown = Object.entries(questions.requests).map(([key, { method, params }]) => {
      const question = { id: request.id, method: String(method), params: fieldsOf(params) };
      return [key, asked(question, { name, ...sources })] as const;
    });
    if (shown.some(([, { to }]) => to === 'server')) {
      return errorTo(request.id, codes.refused, told.asksTooMuch);
    }
    const requests = shown.map(([key, { message }]) => {
      const { jsonrpc: _jsonrpc, id: _id, ...question } = Object.assign({ id: '' }, message);
      return [key, question] as const;
    });
    const kinds = kindsOf(questions.requests);
    const sealed = { state: questions.state, kinds };
    return resultTo(request.id, {
      resultType: 'input_required',
      ...(requests.length === 0 ? {} : { inputRequests: Object.fromEntries(requests) }),
      requestState: seal.seal(sealed, { owner, request }),
    });
  }
}

function kindsOf(requests: Readonly<Record<string, Fields>>): SealedState['kinds'] {
  return Object.fromEntries(
    Object.entries(requests).map(([key, { method }]) => [
      key,
      method === 'roots/list' ? 'roots' : 'elicitation',
    ]),
  );
}
