import { decodeHeader } from '../wire/header-value.ts';
import { codes, type Era, legacy, metaKeys, modern } from '../wire/era.ts';
import { at, headerOf, textAt } from '../wire/message.ts';
import type { Call, RpcError } from './call.ts';

/** Methods whose target is mirrored into `Mcp-Name`, with the parameter that holds it. */
const named: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * A server of one era refuses the other, and a server of 2026-07-28 refuses a request whose headers
 * and body disagree: a proxy that hides a disagreement is found by the call that then goes through.
 */
export function refusalOf(call: Call, era: Era): RpcError | undefined {
  const isRequest = at(call.message.fields, 'id') !== undefined && call.method !== '';
  if (!isRequest) return undefined;
  if (at(call.message.fields, 'id') === null)
    return { code: codes.invalidRequest, message: 'The id is null' };
  if (era === legacy) return call.era === modern ? unknownMethod : undefined;
  if (call.era === legacy) return unsupported(call);
  return (
    unsupported(call) ?? incomplete(call) ?? (call.wire === 'http' ? disagrees(call) : undefined)
  );
}

const unknownMethod: RpcError = { code: codes.noMethod, message: 'Method not found' };

function unsupported({ message }: Call): RpcError | undefined {
  const requested = at(message.fields, 'params', '_meta', metaKeys.version);
  if (requested === modern) return undefined;
  const data = { supported: [modern], requested: requested ?? 'none' };
  return { code: codes.unsupportedVersion, message: 'Unsupported protocol version', data };
}

function incomplete({ message }: Call): RpcError | undefined {
  if (at(message.fields, 'params', '_meta', metaKeys.capabilities) !== undefined) return undefined;
  return { code: codes.invalidParams, message: 'Missing client capabilities' };
}

function disagrees({ message, headers, method }: Call): RpcError | undefined {
  const parameter = named[method];
  const expected = {
    'mcp-protocol-version': modern,
    'mcp-method': method,
    ...(parameter === undefined ? {} : { 'mcp-name': textAt(message.fields, 'params', parameter) }),
  };
  for (const [header, value] of Object.entries(expected))
    if (decodeHeader(headerOf(headers, header) ?? '') !== value)
      return { code: codes.headerMismatch, message: `Header mismatch: ${header}` };
  return undefined;
}
