import { answered } from './client-words.ts';
import type { Gatekeeper, Word } from './gatekeeper.ts';
import {
  codes,
  errorTo,
  type Id,
  type Message,
  type Reply,
  type Request,
  resultTo,
} from './message.ts';
import { asked } from './server-words.ts';
import { told } from './told.ts';

interface ServerRequestsParts {
  /** The server's name in the settings. */
  readonly name: string;
  readonly keeper: Pick<Gatekeeper, 'check' | 'labels'>;
  readonly toClient: (message: Message) => Promise<void>;
  readonly toServer: (message: Message) => Promise<void>;
}

/** Requests of a server, and what its client answers. */
export class ServerRequests {
  readonly #parts: ServerRequestsParts;
  readonly #waiting: Map<Id, 'roots' | 'elicitation'> = new Map();

  constructor(parts: ServerRequestsParts) {
    this.#parts = parts;
  }

  async ask(request: Request): Promise<void> {
    const { name, keeper, toClient, toServer } = this.#parts;
    const answer = asked(request, { name, ...keeper.labels() });
    if (answer.to === 'server') return await toServer(answer.message);
    this.#waiting.set(request.id, request.method === 'roots/list' ? 'roots' : 'elicitation');
    await toClient(answer.message);
  }

  /** A client's answer is checked like its calls: it may hold what was read. */
  async answer(reply: Reply): Promise<void> {
    const { id } = reply;
    const kind = this.#waiting.get(id);
    // An answer to what was not asked could be taken for one that was.
    if (kind === undefined) return;
    this.#waiting.delete(id);
    const { keeper, toServer } = this.#parts;
    const no = (): Message => errorTo(id, codes.refused, told.notAnswered);
    if ('error' in reply) return await toServer(no());
    const args = answered(kind, reply.result);
    const word = await keeper
      .check({ kind, args }, new AbortController().signal)
      .catch((): Word => ({ kind: 'stop', text: told.notChecked }));
    await toServer(word.kind === 'go' ? resultTo(id, args) : no());
  }
}
