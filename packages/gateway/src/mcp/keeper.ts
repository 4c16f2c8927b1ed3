import { randomBytes } from 'node:crypto';
import { CallChecks, canonicalJson, type Label, type Policy } from '@sluice/core';
import type { Gatekeeper, Offer, Received, ServerCall, Sources, Word } from '@sluice/mcp';
import { z } from 'zod';
import type { Profile } from '../settings/profile.ts';
import type { McpAsker } from './asker.ts';
import type { McpAudit } from './audit.ts';
import type { JoinedCalls, ReleasedCall } from './joined.ts';
import type { KnownOffers } from './known-offers.ts';
import { fullName, policyName } from './policy-names.ts';
import type { DecidedCall } from './questions.ts';
import { joinedDecision, notReleased } from './joined-decision.ts';
import { labelIn, type McpClient, type SeenLabels } from './seen-labels.ts';
import { words } from './words.ts';

export interface KeeperParts {
  readonly offers: KnownOffers;
  readonly seen: SeenLabels;
  readonly audit: McpAudit;
  readonly asker: McpAsker;
  readonly trustsFirst: boolean;
  readonly joined: Pick<JoinedCalls, 'mode' | 'take' | 'returned'>;
}

export interface KeeperPlace {
  readonly server: string;
  readonly client: McpClient;
  /** The client's profile, as it is in force now. */
  readonly profile: () => Profile;
  /** Nothing is stopped: what would have happened is recorded. */
  readonly isLogged: () => boolean;
  /** True while the client's key holds. */
  readonly isKnown: () => Promise<boolean>;
}

/** The word of the policy, of the pins and of people on what one client does with one server. */
export class McpKeeper implements Gatekeeper {
  readonly #parts: KeeperParts;
  readonly #place: KeeperPlace;
  readonly #callIds: WeakMap<object, string> = new WeakMap();
  /** Calls that the model's side released, with their labels in this policy. */
  readonly #joined: WeakMap<object, { readonly callId: string; readonly label: Label }> =
    new WeakMap();
  #server: Offer | undefined;

  constructor(parts: KeeperParts, place: KeeperPlace) {
    this.#parts = parts;
    this.#place = place;
  }

  readonly mayShow = async (offers: readonly Offer[]): Promise<readonly boolean[]> => {
    const { isLogged } = this.#place;
    this.#server = offers.find(({ kind }) => kind === 'server') ?? this.#server;
    // Without a word about the server itself, nothing of it was accepted.
    const [isServer] = await this.#admit(this.#server === undefined ? [] : [this.#server]);
    const accepted = await this.#admit(offers);
    const isShown = (at: number): boolean =>
      isLogged() || (isServer === true && accepted[at] === true);
    const shown = offers.filter((_, at) => isShown(at));
    await this.#raise(await this.#labelOf(shown));
    return offers.map((_, at) => isShown(at));
  };

  readonly check = async (call: ServerCall, signal: AbortSignal): Promise<Word> => {
    const { isKnown, isLogged } = this.#place;
    if (!(await isKnown())) return words.unknownKey;
    if (!(await this.#isAccepted(call))) return words.hidden;
    const released = this.#released(call);
    const decided = await this.#decided(call, released);
    const callId = released?.callId ?? `mcp_${randomBytes(16).toString('hex')}`;
    const { decision } = decided;
    if (released !== undefined) this.#joined.set(call.args, { ...released, label: decided.label });
    if (isLogged() || decision.kind !== 'ask') {
      this.#callIds.set(call.args, callId);
      await this.#parts.audit.decided(this.#runPlace, callId, decided);
      if (isLogged() || decision.kind === 'allow') return { kind: 'go' };
      return decision.rule === notReleased ? words.notReleased : words.refused;
    }
    const definition = ('offer' in call ? call.offer?.definition : undefined) ?? '';
    const { client } = this.#place;
    const asked = { call: decided, definition, client, profile: this.#place.profile(), isKnown };
    const answer = await this.#parts.asker.ask(asked, signal);
    this.#callIds.set(call.args, answer.callId);
    // It may have changed while the question waited.
    return (await this.#isAccepted(call)) ? answer.word : words.hidden;
  };

  readonly received = async (call: ServerCall, received: Received): Promise<void> => {
    const policy = this.#policy;
    const { seen, audit } = this.#parts;
    const name = await this.#nameOf(call);
    const joined = this.#joined.get(call.args);
    const before = joined?.label ?? (await seen.of(this.#place.client, policy.space));
    const checks = new CallChecks({ policy, prompt: before });
    checks.saw(name, call.args, received);
    const { label } = checks;
    await this.#raise(label);
    if (joined !== undefined) {
      const { tenant } = this.#place.client;
      const came = { received, label: label.text };
      this.#parts.joined.returned({ tenant, callId: joined.callId }, came);
    }
    const callId = this.#callIds.get(call.args) ?? '';
    await audit.executed(this.#runPlace, { callId, label, received });
  };

  readonly labels = (): Sources => ({
    messages: this.#policy.vouchesFor(messageSource),
    forms: this.#policy.vouchesFor('mcp:elicitation'),
    roots: this.#policy.vouchesFor('mcp:roots'),
  });

  readonly said = async (text: string): Promise<void> => {
    const policy = this.#policy;
    const checks = new CallChecks({ policy, prompt: policy.space.bottom });
    checks.saw(messageSource, {}, text);
    await this.#raise(checks.label);
  };

  async #admit(offers: readonly Offer[]): Promise<readonly boolean[]> {
    const { server, client } = this.#place;
    const { offers: known, trustsFirst } = this.#parts;
    const labelOf = async (offer: Offer): Promise<string> => (await this.#ownWords(offer)).text;
    return await known.admit(offers, { tenant: client.tenant, server, trustsFirst, labelOf });
  }

  /** A completion and the like have no definition in a list: the server alone is looked at. */
  async #isAccepted(call: ServerCall): Promise<boolean> {
    const { server, client, isLogged } = this.#place;
    const own = 'offer' in call && call.offer !== undefined ? [call.offer] : [];
    const offers = [this.#server, ...own];
    const { offers: known } = this.#parts;
    for (const offer of isLogged() ? [] : offers) {
      if (offer === undefined) return false;
      if (!(await known.isAccepted(client.tenant, { ...offer, server }))) return false;
    }
    return true;
  }

  /** The call as the model's side released it, once; other things are never released there. */
  #released(call: ServerCall): ReleasedCall | undefined {
    const { server, client } = this.#place;
    if (call.kind !== 'tool' || this.#parts.joined.mode === 'off') return undefined;
    const { name: tool, args } = call;
    return this.#parts.joined.take({
      tenant: client.tenant,
      client: client.id,
      server,
      tool,
      args,
    });
  }

  async #decided(call: ServerCall, released: ReleasedCall | undefined): Promise<DecidedCall> {
    const { server, client } = this.#place;
    const policy = this.#policy;
    const prompt =
      released === undefined
        ? await this.#parts.seen.of(client, policy.space)
        : labelIn(policy.space, released.label);
    const checks = new CallChecks({ policy, prompt });
    const ruled = await this.#nameOf(call);
    const ruling = checks.decide(ruled, call.args);
    const { mode } = this.#parts.joined;
    const decision = joinedDecision(ruling, { call, released, mode, policy: policy.hash });
    const args = canonicalJson(call.args);
    const { run } = this.#runPlace;
    return { run, tool: fullName(server, call), ruled, args, label: checks.label, decision };
  }

  /**
   * What a person accepted, they have read; what was only trusted at first sight is the server's
   * own words.
   */
  async #labelOf(offers: readonly Offer[]): Promise<Label> {
    const { server, client } = this.#place;
    const policy = this.#policy;
    let label = policy.space.bottom;
    for (const offer of offers) {
      const by = await this.#parts.offers.acceptedBy(client.tenant, { server, ...offer });
      if (by === undefined) label = policy.space.join(label, await this.#ownWords(offer));
    }
    return label;
  }

  async #ownWords(offer: Offer): Promise<Label> {
    const policy = this.#policy;
    const { kind, name, definition } = offer;
    if (kind !== 'tool') {
      if (kind === 'server' && saysNothing(definition)) return policy.space.bottom;
      return policy.labelTool({ name: `mcp:${kind}`, description: definition, parameters: {} });
    }
    const ruled = await this.#nameOf({ kind: 'tool', name, args: {}, offer });
    return policy.labelTool({ name: ruled, ...describedIn(definition) });
  }

  async #nameOf(call: ServerCall): Promise<string> {
    const { server, client } = this.#place;
    const ownerOf = (tool: string): Promise<string | undefined> =>
      this.#parts.offers.ownerOf(client.tenant, tool);
    return await policyName({ server, call }, { policy: this.#policy, ownerOf });
  }

  async #raise(label: Label): Promise<void> {
    await this.#parts.seen.raise(this.#place.client, this.#policy.space, label);
  }

  get #policy(): Policy {
    return this.#place.profile().policy;
  }

  get #runPlace(): { readonly tenant: string; readonly run: string } {
    const { tenant, id } = this.#place.client;
    return { tenant, run: `mcp_${id}` };
  }
}

/** The name by which a policy labels log lines, and words about progress. */
const messageSource = 'mcp:message';

const said = z.object({
  description: z.string().catch(''),
  inputSchema: z.record(z.string(), z.unknown()).catch({}),
});

function describedIn(definition: string): {
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
} {
  const { description, inputSchema } = said.parse(JSON.parse(definition));
  return { description, parameters: inputSchema };
}

const silent = z.object({
  serverInfo: z.strictObject({ name: z.string(), version: z.string() }),
  instructions: z.literal(''),
});

/** True for a server that has no words for a model: nothing but its name and version. */
function saysNothing(definition: string): boolean {
  return silent.safeParse(JSON.parse(definition)).success;
}
