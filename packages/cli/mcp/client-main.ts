/** The reference client; with `--through` it reaches its server through a gateway of its own. */
import { parseArgs } from 'node:util';
import { withKey } from './front.ts';
import { gatewayBefore } from './gateway-under-test.ts';
import { runReferenceClient } from './reference/client.ts';

const { values, positionals } = parseArgs({
  options: { through: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const url = positionals.at(-1) ?? '';
const version = process.env['MCP_CONFORMANCE_PROTOCOL_VERSION'] ?? '2025-11-25';

if (values.through) await runThrough();
else await runReferenceClient(url, version);

async function runThrough(): Promise<void> {
  const gateway = await gatewayBefore(url, 'transparent');
  const front = await withKey(gateway.url, gateway.keys[0]);
  try {
    await runReferenceClient(front.url, version);
  } finally {
    await front.stop();
    await gateway.stop();
  }
}
