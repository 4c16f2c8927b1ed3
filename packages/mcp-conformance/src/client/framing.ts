import { encodeHeader } from '../wire/header-value.ts';
import { type Era, legacy, metaKeys, modern } from '../wire/era.ts';
import { at, type Fields, isFields, textAt } from '../wire/message.ts';
import { clientInfo, everyCapability, type Opening } from './connection.ts';

interface Framing extends Opening {
  readonly era: Era;
}

interface Unframed {
  readonly method: string;
  readonly params: Fields;
  readonly meta?: Fields | undefined;
}

/** Adds to a message what its era wants in each: the version, the client and what it can do. */
export function framed({ method, params, meta = {} }: Unframed, framing: Framing): Fields {
  const perRequest = {
    [metaKeys.version]: modern,
    [metaKeys.client]: clientInfo,
    [metaKeys.capabilities]: framing.capabilities ?? everyCapability,
  };
  const own = at(params, '_meta');
  const all = {
    ...(framing.era === modern ? perRequest : {}),
    ...(isFields(own) ? own : {}),
    ...meta,
  };
  const withMeta = Object.keys(all).length === 0 ? params : { ...params, _meta: all };
  return { method, ...(Object.keys(withMeta).length === 0 ? {} : { params: withMeta }) };
}

export function initializeParams({ capabilities = everyCapability }: Opening): Fields {
  return { protocolVersion: legacy, capabilities, clientInfo };
}

/** The headers in which 2026-07-28 repeats parts of a body. */
export function mirrored(body: Fields): Record<string, string> {
  const method = textAt(body, 'method');
  const target =
    method === 'resources/read'
      ? textAt(body, 'params', 'uri')
      : ['tools/call', 'prompts/get'].includes(method)
        ? textAt(body, 'params', 'name')
        : undefined;
  return {
    'mcp-method': method,
    ...(target === undefined ? {} : { 'mcp-name': encodeHeader(target) }),
  };
}
