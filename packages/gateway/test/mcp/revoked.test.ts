import { once } from 'node:events';
import { expect } from 'vitest';
import { newSecret, secretHash } from '../../src/store/secrets.ts';
import { proves } from '../../src/testing/proves.ts';
import { mcpRig, type McpRig } from './rig.ts';
import { connect } from './tunnel-end.ts';

/** Revokes a client's key, as an operator does. */
async function revoke(rig: McpRig, key: string): Promise<void> {
  const secret = newSecret('operator');
  const { credentials } = rig.gateway().store;
  const place = { kind: 'operator', id: 'key_1', name: 'ann', tenant: undefined } as const;
  const more = { roles: ['admin'], clearance: 'top', createdMs: 0, revokedMs: undefined } as const;
  await credentials.add({ ...place, ...more }, secretHash(secret));
  const { id } = (await credentials.find(secretHash(key))) ?? { id: '' };
  const headers = { authorization: `Bearer ${secret}` };
  const url = `${rig.gateway().url}/api/keys/${id}`;
  const { status } = await fetch(url, { method: 'DELETE', headers });
  expect(status).toBe(200);
}

proves('mcp/revoked', async () => {
  await using rig = await mcpRig();
  const client = await rig.client('mail');
  const { sessionId = '' } = client.transport ?? {};
  const stream = await fetch(`${rig.gateway().url}/mcp/mail`, {
    headers: {
      authorization: `Bearer ${rig.key}`,
      accept: 'text/event-stream',
      'mcp-session-id': sessionId,
    },
  });
  // The client has a stream of its own already, or this is it.
  expect([200, 409]).toContain(stream.status);
  const other = await connect(rig, { key: await rig.addKey('acme') });
  const tunnel = await connect(rig);
  const closed = once(tunnel.socket, 'close');
  await revoke(rig, rig.key);
  await closed;
  await stream.text();
  expect(other.socket.destroyed).toBe(false);
});
