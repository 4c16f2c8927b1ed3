import { createHash } from 'node:crypto';
import { SluiceError } from '@sluice/core';
import { diffWordsWithSpace } from 'diff';
import * as z from 'zod/mini';
import { number, read, text } from '../operator/api/answers.ts';
import { type ClientOptions, OperatorClient } from '../operator/api/client.ts';
import type { OperatorContext } from '../operator/api/process-context.ts';
import { type ConfirmOptions, isConfirmed, reasonIn } from '../operator/confirm.ts';
import { listed } from '../operator/show/fold.ts';
import { labelText, named, plainJson, visible } from '../operator/show/visible.ts';

export interface OffersOptions extends ClientOptions {
  readonly tenant?: string;
  readonly json?: true;
}

const offerView = z.object({
  tenant: text,
  server: text,
  kind: text,
  name: text,
  state: text,
  offered: text,
  accepted: z.nullable(text),
  by: z.nullable(text),
  offeredMs: number,
  hash: text,
  looksLike: z.array(z.object({ server: text, name: text })),
});
type OfferView = z.output<typeof offerView>;

const page = z.object({
  offers: z.array(offerView),
  hidden: number,
  next: z.nullable(text),
  clients: z.array(z.object({ tenant: text, client: text, label: text })),
});

interface All extends Omit<z.output<typeof page>, 'next'> {}

/** All pages, to the last. */
async function allOf(
  client: OperatorClient,
  { tenant }: OffersOptions,
  server?: string,
): Promise<All> {
  const offers: OfferView[] = [];
  for (let after: string | undefined; ;) {
    const one = read(page, await client.get('/mcp', { tenant, server, after }));
    offers.push(...one.offers);
    if (one.next === null) return { ...one, offers };
    after = one.next;
  }
}

/** Prints what servers offer, one a line, and what their clients have received. */
export async function listOffers(options: OffersOptions, context: OperatorContext): Promise<0> {
  const all = await allOf(new OperatorClient(options, context), options);
  const { offers, clients, hidden } = all;
  const print = printer(context);
  if (options.json === true) {
    for (const each of [...offers, ...clients]) context.terminal.print(plainJson(each));
    return 0;
  }
  for (const { server, kind, name, state, by } of offers) {
    const who = state === 'accepted' ? ` by ${by === null ? 'nobody (first use)' : named(by)}` : '';
    print(`${named(server)}  ${kind} ${named(name)}  ${state}${who}`);
  }
  for (const { client, label } of clients) {
    print(`client ${named(client)} has read up to ${labelText(label)}`);
  }
  const waiting = offers.filter(({ state }) => state !== 'accepted').length;
  if (offers.length === 0)
    print('No MCP server has been listed yet. Start a client that uses one.');
  if (hidden > 0) print(`${hidden} are above your clearance, and not shown.`);
  if (waiting > 0) print(`${waiting} are hidden. See them: sluice mcp diff`);
  return 0;
}

/** Prints what is new or changed, word by word. */
export async function diffOffers(
  server: string | undefined,
  options: OffersOptions,
  context: OperatorContext,
): Promise<0> {
  const waiting = await waitingOf(new OperatorClient(options, context), options, server);
  const print = printer(context);
  for (const offer of waiting) {
    if (options.json === true) context.terminal.print(plainJson(offer));
    else for (const line of diffLines(offer)) print(line);
  }
  if (options.json === true) return 0;
  if (waiting.length === 0) print('Everything reads as it was accepted.');
  for (const each of new Set(waiting.map((offer) => offer.server))) {
    const digest = shownHash(waiting.filter((offer) => offer.server === each));
    print(`If you would have a model read this: sluice mcp accept ${named(each)}`);
    print(`In a script: sluice mcp accept ${named(each)} --yes --shown ${digest}`);
  }
  return 0;
}

export interface AcceptOptions extends OffersOptions, ConfirmOptions {
  /** The hash of what was shown, which a yes without a terminal is to. */
  readonly shown?: string;
}

/** Accepts what is new or changed of a server, after it was shown. 1 where nobody said yes. */
export async function acceptOffers(
  [server, ...names]: readonly [string, ...string[]],
  options: AcceptOptions,
  context: OperatorContext,
): Promise<0 | 1> {
  const client = new OperatorClient(options, context);
  const waiting = await waitingOf(client, options, server);
  const wanted = waiting.filter(({ name }) => names.length === 0 || names.includes(name));
  const print = printer(context);
  for (const offer of wanted) for (const line of diffLines(offer)) print(line);
  if (wanted.length === 0) {
    print(`Nothing of ${named(server)} waits to be accepted. See all: sluice mcp list`);
    return 1;
  }
  requireShown(wanted, options);
  const question = `Let clients use these ${wanted.length}, as they read now?`;
  if (!(await isConfirmed(question, options, context))) {
    print('Nothing was changed.');
    return 1;
  }
  for (const tenant of new Set(wanted.map((each) => each.tenant))) {
    const offers = wanted
      .filter((each) => each.tenant === tenant)
      .map(({ kind, name, hash }) => ({ kind, name, hash }));
    for (let at = 0; at < offers.length; at += offersPerPostMax) {
      const some = offers.slice(at, at + offersPerPostMax);
      await client.post('/mcp/accept', { tenant, server, offers: some });
    }
  }
  print(`Accepted. Clients are told to list again; some need a restart.`);
  return 0;
}

const offersPerPostMax = 200;

/** A yes that nobody gives at a terminal is to what somebody has read, and to nothing newer. */
function requireShown(wanted: readonly OfferView[], { yes, shown }: AcceptOptions): void {
  if (yes !== true || shown === shownHash(wanted)) return;
  const problem =
    shown === undefined
      ? '`--yes` needs the hash of what you were shown'
      : 'the server says something else by now';
  throw new SluiceError('settings-invalid', problem, {
    hint: 'read it: `sluice mcp diff SERVER`, and type the line that stands below it',
  });
}

function shownHash(offers: readonly OfferView[]): string {
  const lines = offers.map(({ tenant, server, kind, name, hash }) =>
    JSON.stringify([tenant, server, kind, name, hash]),
  );
  return sha256(lines.toSorted().join('\n')).slice(0, 32);
}

/** All that a server offered is new again. */
export async function forgetOffers(
  server: string,
  options: OffersOptions & { readonly because: string },
  context: OperatorContext,
): Promise<0> {
  const because = reasonIn(options.because);
  const { tenant } = options;
  await new OperatorClient(options, context).post('/mcp/forget', { tenant, server, because });
  printer(context)('Forgotten: what it offers is hidden until somebody accepts it again.');
  return 0;
}

/** Takes it that a client has forgotten what it read. */
export async function resetClient(
  client: string,
  options: OffersOptions & { readonly because: string },
  context: OperatorContext,
): Promise<0> {
  const because = reasonIn(options.because);
  const { tenant } = options;
  await new OperatorClient(options, context).post('/mcp/reset', { tenant, client, because });
  printer(context)('Done. Start the client anew too: what it has in its memory it still knows.');
  return 0;
}

async function waitingOf(
  client: OperatorClient,
  options: OffersOptions,
  server: string | undefined,
): Promise<readonly OfferView[]> {
  const { offers } = await allOf(client, options, server);
  return offers.filter(({ state }) => state !== 'accepted');
}

function diffLines(offer: OfferView): readonly string[] {
  const { server, kind, name, state, offered, accepted, looksLike } = offer;
  const alike = looksLike.map(
    (each) => `  looks like ${named(each.name)} of ${named(each.server)}`,
  );
  const head = [`${named(server)}  ${kind} ${named(name)}  ${state}`, ...alike];
  if (accepted === null) return [...head, `  ${visible(offered)}`];
  const parts = diffWordsWithSpace(accepted, offered).map(({ value, added, removed }) => {
    const shown = visible(value);
    return added ? `{+${shown}+}` : removed ? `[-${shown}-]` : shown;
  });
  return [...head, `  ${parts.join('')}`];
}

function sha256(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

function printer(context: OperatorContext): (line: string) => void {
  return (line) => {
    for (const each of listed(line, context.terminal)) context.terminal.print(each);
  };
}
