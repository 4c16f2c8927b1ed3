import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mcpLimits } from '@sluice/mcp';
import { RequestError } from '../protocol/errors.ts';
import type { McpServerSettings } from '../settings/mcp-settings.ts';

export interface ServerTransport {
  readonly transport: Transport;
  /** Told of the version that client and server agreed on. */
  readonly onVersion: (version: string) => void;
}

interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What leads to a server: a program that is started, or an address. */
export function serverTransport(
  { command, args, env: names, url, keyFrom }: McpServerSettings,
  { folder, env }: Place,
): ServerTransport {
  if (command !== undefined) {
    const given = names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const all = { ...getDefaultEnvironment(), ...Object.fromEntries(given) };
    const maxBufferSize = mcpLimits.messageBytesMax;
    const program = { command, args: [...args], env: all, cwd: folder, maxBufferSize };
    return {
      transport: new StdioClientTransport({ ...program, stderr: 'ignore' }),
      onVersion: () => {},
    };
  }
  const headers = authorization(keyFrom, env);
  const options = { requestInit: { headers }, redirectPolicy: 'same-origin' } as const;
  const transport = new StreamableHTTPClientTransport(new URL(url ?? ''), options);
  return { transport, onVersion: (version) => transport.setProtocolVersion(version) };
}

/** Never the client's own key: that is for the gateway. */
export function authorization(
  keyFrom: string | undefined,
  env: Place['env'],
): Record<string, string> {
  if (keyFrom === undefined) return {};
  const key = env[keyFrom];
  if (key !== undefined && key !== '') return { authorization: `Bearer ${key}` };
  throw new RequestError('server_key_missing', `\`${keyFrom}\` is not set`, {
    hint: 'set it where the gateway runs, and start the gateway again',
    status: 502,
  });
}
