import { canonicalJson } from '@sluice/core';
import { clientInfo } from './client-words.ts';
import { fieldsOf, isRecord, textIn, without } from './fields.ts';
import type { Sources } from './gatekeeper.ts';
import type { Offer } from './offer.ts';

type Fields = Readonly<Record<string, unknown>>;

const ofServers = ['tools', 'prompts', 'resources', 'completions', 'logging'];

/**
 * What a client says that it can do, less what is not passed on: a server that is not told of
 * sampling asks for none.
 */
export function introduced(
  { protocolVersion, capabilities, clientInfo: info }: Fields,
  { roots: mayRoots }: Pick<Sources, 'roots'>,
): Record<string, unknown> {
  const { roots, elicitation } = fieldsOf(capabilities);
  // A client that has but the form that is left out has none.
  const isUrlAlone = isRecord(elicitation) && Object.keys(elicitation).join() === 'url';
  const forms = isRecord(elicitation) && 'form' in elicitation ? { form: {} } : {};
  const all = {
    ...(mayRoots && isRecord(roots) && { roots: flagsIn(roots) }),
    ...(isRecord(elicitation) && !isUrlAlone && { elicitation: forms }),
  };
  return { protocolVersion, capabilities: all, clientInfo: clientInfo(info) };
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
  const offered = only(fieldsOf(result['capabilities']), ofServers);
  const capabilities = Object.fromEntries(
    Object.entries(offered).map(([each, flags]) => [each, flagsIn(fieldsOf(flags))]),
  );
  // Something that is accepted later is told of in this way.
  const { tools } = capabilities;
  const listed = isRecord(tools) ? { tools: { ...tools, listChanged: true } } : {};
  const known = only(result, ['protocolVersion', 'serverInfo', 'instructions']);
  const told = { ...known, capabilities: { ...capabilities, ...listed } };
  if (isShown) return told;
  const version = textIn(fieldsOf(result['serverInfo'])['version']) ?? '';
  const serverInfo = { name, version: /^[\w.+-]{1,64}$/.test(version) ? version : 'unknown' };
  return { ...without(told, ['instructions']), serverInfo };
}

/** Nobody accepts the words that could stand among these. */
function flagsIn(fields: Fields): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'boolean' && /^[a-zA-Z]{1,32}$/.test(name) ? [[name, value]] : [],
    ),
  );
}

function only(fields: Fields, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}
