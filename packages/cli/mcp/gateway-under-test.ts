import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newSecret, readSettings, secretHash, startGateway } from '@sluice/gateway';
import { stringify } from 'yaml';

/** `transparent`: nothing is checked. `log`: all is checked, and nothing is stopped or hidden. */
export type GatewayMode = 'transparent' | 'log';

export interface McpGatewayUnderTest {
  /** Where the server is found behind the gateway. */
  readonly url: string;
  readonly keys: readonly [string, string];
  readonly stop: () => Promise<void>;
}

const policy = `version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
onViolation: ask
tools:
  'mcp:message': { result: { format: text, label: untrusted }, call: { ceiling: untrusted } }
  'mcp:elicitation': { result: { format: text, label: untrusted }, call: { ceiling: untrusted } }
answer: { ceiling: untrusted, withLinks: untrusted }
`;

/** A gateway before one MCP server, with two clients. */
export async function gatewayBefore(
  server: string,
  mode: GatewayMode,
): Promise<McpGatewayUnderTest> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-mcp-'));
  writeFileSync(path.join(folder, 'sluice.yaml'), policy);
  const text = stringify({
    listen: { port: 0 },
    database: 'sluice.db',
    upstreams: {},
    profiles: { default: { policy: 'sluice.yaml', mode: 'log' } },
    mcp: {
      servers: { one: { url: server } },
      trust: 'first-use',
      transparent: mode === 'transparent',
    },
  });
  const settings = readSettings(text, 'gateway.yaml');
  const gateway = await startGateway({ settings, folder, env: {}, onLog: () => {} });
  const addKey = async (name: string): Promise<string> => {
    const key = newSecret('client');
    await gateway.store.credentials.add(
      {
        kind: 'client',
        id: name,
        name,
        tenant: 'default',
        profile: 'default',
        createdMs: 0,
        revokedMs: undefined,
      },
      secretHash(key),
    );
    return key;
  };
  return {
    url: `${gateway.url}/mcp/one`,
    keys: [await addKey('first'), await addKey('second')],
    stop: async () => {
      await gateway.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
