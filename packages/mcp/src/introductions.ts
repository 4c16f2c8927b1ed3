import { envelopeOf, eraCodes, isServed, metaKeys, type Version, versions } from './era.ts';
import { fieldsOf, textIn } from './fields.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { introduced, introduction, serverOffer } from './introduction.ts';
import type { Offers } from './lists.ts';
import { codes, errorTo, type Id, type Message, type Request, resultTo } from './message.ts';
import type { OwnRequests } from './own-requests.ts';
import { withoutSession } from './stateless.ts';
import { told } from './told.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Parts {
  readonly name: string;
  readonly identity: string;
  readonly keeper: Pick<Gatekeeper, 'labels'>;
  readonly oldest: Version;
  readonly offers: Offers;
  readonly own: Pick<OwnRequests, 'ask'>;
  readonly onVersion?: ((version: string) => void) | undefined;
}

/** How client and server are introduced to each other, in both eras. */
export class Introductions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The client as the server is told of it. */
  hello({ params }: Request): Record<string, unknown> {
    const version = textIn(params['protocolVersion']) ?? '';
    // A version that nobody knows is answered with one that the server knows.
    const known = isServed(version, this.#parts.oldest) ? version : '2025-11-25';
    const sources = this.#parts.keeper.labels();
    return introduced({ ...params, protocolVersion: known }, sources);
  }

  async introduced(id: Id, result: Fields): Promise<Message> {
    const version = textIn(result['protocolVersion']) ?? '';
    const { onVersion, oldest } = this.#parts;
    if (!isServed(version, oldest)) return errorTo(id, codes.refused, told.unknownVersion);
    onVersion?.(version);
    return resultTo(id, await this.#shown(result));
  }

  async discovered(id: Id, said: Fields): Promise<Message> {
    const result = named(said);
    return resultTo(id, withoutSession(result, await this.#shown(result)));
  }

  /** Without the word of a person on the server itself, nothing of it is shown. */
  async discover(params: Fields): Promise<void> {
    const { name, identity, offers, own } = this.#parts;
    if (offers.find('server', name) !== undefined) return;
    const reply = await own.ask('server/discover', { _meta: envelopeOf(params) });
    if ('error' in reply) throw new Error('no introduction');
    await offers.admit([serverOffer(name, identity, named(reply.result))]);
  }

  /** The answer to a request in a version that is not served. */
  refusal(id: Id, requested: unknown): Message {
    const supported = versions.filter((version) => isServed(version, this.#parts.oldest));
    const data = { supported, requested: textIn(requested) ?? '' };
    const error = { code: eraCodes.unsupportedVersion, message: told.oldVersion, data };
    return { jsonrpc: '2.0', id, error };
  }

  async #shown(result: Fields): Promise<Record<string, unknown>> {
    const { name, identity, offers } = this.#parts;
    const [isShown = false] = await offers.admit([serverOffer(name, identity, result)]);
    return introduction(result, { name, isShown });
  }
}

/** Without a session, a server may say who it is beside its result. */
function named(result: Fields): Fields {
  const { serverInfo = fieldsOf(result['_meta'])[metaKeys.server] } = result;
  return { ...result, serverInfo };
}
