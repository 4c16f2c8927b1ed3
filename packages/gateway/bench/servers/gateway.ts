/** The gateway, as it is started by default. Its argument is the upstream's address. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sha256 } from '../../src/run/find/fingerprint.ts';
import { startGateway } from '../../src/server/start.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { policyText } from './policy.ts';
import { serve } from './serve.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(path.join(folder, 'sluice.yaml'), policyText);
const settings = readSettings(
  `
listen: { port: 0 }
database: sluice.db
upstreams:
  bench: { family: openai, baseUrl: '${process.argv[2]}/v1', keyFrom: PROVIDER_KEY }
profiles:
  default: { policy: sluice.yaml, openai: bench }
`,
  'gateway.yaml',
);
const gateway = await startGateway({
  settings,
  folder,
  env: { PROVIDER_KEY: 'sk-upstream' },
  onLog: ({ level, event, fields }) => {
    if (level !== 'info') console.error(event, JSON.stringify(fields));
  },
});
const key = `sk-sluice-${randomBytes(32).toString('base64url')}`;
const id = randomBytes(8).toString('hex');
const owner = { name: 'bench', tenant: 'bench', profile: 'default' };
const credential = { kind: 'client', id, ...owner, createdMs: 0, revokedMs: undefined } as const;
await gateway.store.credentials.add(credential, sha256(key));
serve({ url: gateway.url, key }, { stop: () => gateway.close() });
