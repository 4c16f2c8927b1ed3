import type { SendOptions } from './ends.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { changes, type Offers } from './lists.ts';
import { type Message, read, type Read } from './message.ts';
import type { Pending, Waiting } from './pending.ts';
import { heard, type Heard } from './server-words.ts';
import { acknowledged, ofSubscription, subscriptionIn } from './stateless.ts';

interface Parts {
  readonly name: string;
  readonly keeper: Gatekeeper;
  readonly pending: Pending;
  readonly offers: Offers;
  readonly tell: (message: Message, options: SendOptions) => Promise<void>;
  readonly onLeftOut?: ((what: string) => void) | undefined;
}

type Notification = Extract<Read, { kind: 'notification' }>;

/** Notifications of a server, as the client may have them. */
export class ServerVoice {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async heard({ method, params }: Notification, message: Message): Promise<void> {
    const { keeper, onLeftOut, offers, pending, tell } = this.#parts;
    if (changes.has(method)) offers.forget();
    const given: Heard = heard({ method, params, message }, keeper.labels());
    if (given.kind === 'left-out') return onLeftOut?.('a notification of the server');
    const { said, related } = given;
    if (said !== undefined) await keeper.said(said);
    const subscription = pending.get(subscriptionIn(params));
    if (subscription !== undefined) return await this.#changed(subscription, given.message);
    if (method === acknowledgement) return onLeftOut?.('a word on no subscription');
    const token = related === undefined ? pending.latest() : pending.byToken(related);
    // Progress of what nobody waits for is of no use to anybody.
    if (related !== undefined && token === undefined) return;
    await tell(given.message, { related: token });
  }

  /** Something that the client asked to be told of. */
  async #changed({ request }: Waiting, message: Message): Promise<void> {
    const { id, params } = request;
    const said = read(message);
    if (said.kind !== 'notification') return;
    const isFirst = said.method === acknowledgement;
    const own = isFirst ? acknowledged(said.params, params) : said.params;
    const given: Message = { jsonrpc: '2.0', method: said.method, params: { ...own } };
    await this.#parts.tell(ofSubscription(given, id), { related: id });
  }
}

const acknowledgement = 'notifications/subscriptions/acknowledged';
