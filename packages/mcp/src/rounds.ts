import { fieldsOf } from './fields.ts';
import type { Sources } from './gatekeeper.ts';
import { codes, errorTo, type Message, type Request, resultTo } from './message.ts';
import { asked } from './server-words.ts';
import { answersIn, questionsIn } from './stateless.ts';
import type { StateSeal } from './state-seal.ts';
import { told } from './told.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Place {
  readonly name: string;
  /** Whose requests these are, and for which server. */
  readonly owner: string;
  readonly seal: StateSeal;
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

  /** The request as the server may have it; `undefined`: it answers what was not asked. */
  answered(request: Request): Request | undefined {
    const { id, method, params } = request;
    if (answersIn(params) === undefined) return request;
    const { owner, seal } = this.#place;
    const opened = seal.open(params['requestState'], { owner, request });
    if (opened === undefined) return undefined;
    const { requestState: _, inputResponses, ...rest } = params;
    const answers = Object.entries(fieldsOf(inputResponses)).filter(([key]) =>
      opened.keys.includes(key),
    );
    const state = opened.state === undefined ? {} : { requestState: opened.state };
    return {
      id,
      method,
      params: { ...rest, inputResponses: Object.fromEntries(answers), ...state },
    };
  }

  /** A result with questions as the client may have it; `undefined`: it asks for nothing. */
  asked(request: Request, result: Fields, forms: Sources['forms']): Message | undefined {
    const questions = questionsIn(result);
    if (questions === undefined) return undefined;
    const { name, owner, seal } = this.#place;
    const shown = Object.entries(questions.requests).map(([key, { method, params }]) => {
      const question = { id: request.id, method: String(method), params: fieldsOf(params) };
      return [key, asked(question, { name, forms })] as const;
    });
    if (shown.some(([, { to }]) => to === 'server')) {
      return errorTo(request.id, codes.refused, told.asksTooMuch);
    }
    const requests = shown.map(([key, { message }]) => {
      const { jsonrpc: _jsonrpc, id: _id, ...question } = Object.assign({ id: '' }, message);
      return [key, question] as const;
    });
    const keys = requests.map(([key]) => key);
    const sealed = { state: questions.state, keys };
    return resultTo(request.id, {
      resultType: 'input_required',
      ...(keys.length === 0 ? {} : { inputRequests: Object.fromEntries(requests) }),
      requestState: seal.seal(sealed, { owner, request }),
    });
  }
}
