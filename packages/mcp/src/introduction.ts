import { canonicalJson } from '@sluice/core';
import { fieldsOf, isRecord, textIn, without } from './fields.ts';
import type { Offer } from './offer.ts';

type Fields = Readonly<Record<string, unknown>>;

const ofClients = ['roots', 'elicitation'];
const ofServers = ['tools', 'prompts', 'resources', 'completions', 'logging'];

/**
 * What a client says that it can do, less what is not passed on: a server that is not told of
 * sampling asks for none.
 */
export function introduced(params: Fields): Record<string, unknown> {
  const capabilities = only(fieldsOf(params['capabilities']), ofClients);
  const { elicitation } = capabilities;
  const kept = isRecord(elicitation) ? { elicitation: without(elicitation, ['url']) } : {};
  // A client that has but the form that is left out has none.
  const isUrlAlone = isRecord(elicitation) && Object.keys(elicitation).join() === 'url';
  const all = isUrlAlone ? without(capabilities, ['elicitation']) : { ...capabilities, ...kept };
  return { ...params, capabilities: all };
}

/** Who the server is, in its own words, as one thing to accept. */
export function serverOffer(name: string, identity: string, result: Fields): Offer {
  const { serverInfo, instructions } = result;
  const said = { identity, serverInfo: serverInfo ?? null, instructions: instructions ?? '' };
  return { kind: 'server', name, definition: canonicalJson(said) };
}

/** The server's introduction as the client is given it; `isShown`: somebody accepted its words. */
export function introduction(
  result: Fields,
  { name, isShown }: { readonly name: string; readonly isShown: boolean },
): Record<string, unknown> {
  const capabilities = only(fieldsOf(result['capabilities']), ofServers);
  // Something that is accepted later is told of in this way.
  const { tools } = capabilities;
  const listed = isRecord(tools) ? { tools: { ...tools, listChanged: true } } : {};
  const told = { ...result, capabilities: { ...capabilities, ...listed } };
  if (isShown) return told;
  const version = textIn(fieldsOf(result['serverInfo'])['version']) ?? '';
  const serverInfo = { name, version: /^[\w.+-]{1,64}$/.test(version) ? version : 'unknown' };
  return { ...without(told, ['instructions']), serverInfo };
}

function only(fields: Fields, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}
