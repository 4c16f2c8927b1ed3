import { envelopeOf } from '../era.ts';
import { routing } from '../http/routing.ts';
import type { Asking, Head, Hearing, ServerWay } from '../http/server-way.ts';
import { codes, type Message, read, withParams } from '../message.ts';
import { SessionWay } from './session-way.ts';

/** Requests without a session, to a server of either era: one that refuses them is given one. */
export class EitherWay implements ServerWay {
  readonly #way: ServerWay;
  readonly #sessions: SessionWay;
  #isOld = false;

  constructor(way: ServerWay) {
    this.#way = way;
    this.#sessions = new SessionWay(way);
  }

  async ask(asking: Asking, hearing: Hearing): Promise<void> {
    if (this.#isOld && (await this.#sessions.isReady(asking))) {
      return await this.#sessions.ask(asking, hearing);
    }
    const first = new FirstWord(hearing);
    await this.#way.ask(asking, first.hearing);
    if (!first.isRefusal) return await first.release();
    this.#isOld = await this.#knowsNoDiscovery(asking);
    if (!this.#isOld) return await first.release();
    // A refused request was not carried out, so this is its first time.
    await this.#sessions.ask(asking, hearing);
  }

  /** A server of the newer era introduces itself without a session. */
  async #knowsNoDiscovery({ message, signal }: Asking): Promise<boolean> {
    const said = message === undefined ? undefined : read(message);
    if (said?.kind !== 'request') return false;
    const params = { _meta: envelopeOf(said.params) };
    const probe = withParams({ id: 'sluice-era', method: 'server/discover', params }, params);
    const first = new FirstWord({ head: () => {}, aside: () => {}, message: async () => {} });
    const headers = routing(probe);
    await this.#way.ask({ verb: 'POST', message: probe, headers, signal }, first.hearing);
    return first.isRefusal;
  }
}

/** Codes with which servers of the older era refuse a request without a session. */
const refusals: ReadonlySet<number> = new Set([-32_000, codes.invalidRequest, codes.unknownMethod]);

/** Keeps what may be the refusal of an old server until it is known whether it is one. */
class FirstWord {
  readonly hearing: Hearing;
  readonly #to: Hearing;
  readonly #held: { message: Message; eventId: string | undefined }[] = [];
  #head: Head | undefined;

  constructor(to: Hearing) {
    this.#to = to;
    this.hearing = {
      head: (head) => {
        if (head.isStream) to.head(head);
        else this.#head = head;
      },
      aside: (lines) => to.aside(lines),
      message: async (message, eventId) => {
        if (this.#head === undefined) return await to.message(message, eventId);
        this.#held.push({ message, eventId });
        if (!this.isRefusal) await this.release();
      },
    };
  }

  get isRefusal(): boolean {
    if (this.#head === undefined) return false;
    const { status } = this.#head;
    if (this.#held.length === 0) return status === 400 || status === 404 || status === 405;
    return this.#held.every(({ message }) => isRefusal(message));
  }

  /** The listener is given what was kept from it. */
  async release(): Promise<void> {
    if (this.#head !== undefined) this.#to.head(this.#head);
    this.#head = undefined;
    for (const { message, eventId } of this.#held.splice(0)) {
      await this.#to.message(message, eventId);
    }
  }
}

function isRefusal(message: Message): boolean {
  const said = read(message);
  if (said.kind === 'stray') return true;
  return said.kind === 'reply' && 'error' in said && refusals.has(said.error.code);
}
