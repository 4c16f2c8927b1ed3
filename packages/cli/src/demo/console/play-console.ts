import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  newSecret,
  readSettings,
  type RunningGateway,
  secretHash,
  type Settings,
  startGateway,
} from '@sluice/gateway';
import { jsonFields } from '../../json.ts';
import { textIn } from '../../agent-test/wire/values.ts';
import { startModelServer } from '../../agent-test/model-server.ts';
import type { Terminal } from '../../terminal.ts';
import { runErrand } from './agent.ts';
import { actOf, errands } from './errands.ts';

interface ConsoleDemo {
  readonly terminal: Terminal;
  /** Opens an address where somebody sits. */
  readonly open: (address: string) => Promise<unknown>;
  /** Resolves once somebody wants it to end. */
  readonly stopped: Promise<void>;
}

/** A gateway, an agent with two errands, and a person who decides on both in the console. */
export async function playConsole({ terminal, open, stopped }: ConsoleDemo): Promise<0> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-demo-'));
  const model = await startModelServer();
  model.play(actOf);
  const settings = settingsOf(model.baseURL);
  const gateway = await startGateway({ settings, folder, env: {}, onLog: () => {} });
  try {
    const key = await addKey(gateway, 'client');
    const person = await addKey(gateway, 'operator');
    const address = await signInAddress(gateway.url, person);
    introduce(terminal, { address, person, url: gateway.url });
    let isStopped = false;
    void stopped.then(() => (isStopped = true));
    const all = Promise.all(
      errands.map(async (errand) => {
        const ran: string[] = [];
        const place = { url: gateway.url, key, onRan: (tool: string) => void ran.push(tool) };
        const said = await runErrand(errand, place);
        if (isStopped) return;
        terminal.print(`“${errand.asks}”`);
        terminal.print(`  ran ${ran.join(', then ')}; the agent says: ${said}`);
      }),
    );
    await Promise.race([Promise.all([all, open(address)]), stopped]);
    all.catch(() => undefined);
    return 0;
  } finally {
    await gateway.close();
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function introduce(
  { print, colours }: Terminal,
  { address, person, url }: Readonly<Record<'address' | 'person' | 'url', string>>,
): void {
  print(`${colours.bold('The console:')} ${address}`);
  print(`  Later than a minute from now: ${url}/console, with the key ${person}`);
  print('Robin’s agent has two errands, and asks before it acts on what a stranger wrote.');
  print('Approve the call that Robin meant, and deny the other one. Ctrl-C ends it.');
  print();
}

/** Nothing of the demo outlives it. */
function settingsOf(baseUrl: string): Settings {
  const policy = fileURLToPath(new URL('../../../src/demo/console/sluice.yaml', import.meta.url));
  const settings = {
    listen: { port: 0 },
    database: 'sluice.db',
    upstreams: { scripted: { family: 'openai', baseUrl } },
    profiles: { default: { policy, openai: 'scripted', waitJsonSeconds: 600 } },
  };
  return readSettings(JSON.stringify(settings), 'the gateway of `sluice demo --console`');
}

async function addKey({ store }: RunningGateway, kind: 'client' | 'operator'): Promise<string> {
  const secret = newSecret(kind);
  const place = { id: `key_${kind}`, tenant: 'default', createdMs: 0, revokedMs: undefined };
  const roles = ['viewer', 'approver', 'endorser'] as const;
  await store.credentials.add(
    kind === 'client'
      ? { ...place, kind, name: 'agent', profile: 'default' }
      : { ...place, kind, name: 'Robin', roles, clearance: 'top' },
    secretHash(secret),
  );
  return secret;
}

async function signInAddress(url: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/console/codes`, { method: 'POST', headers, body: '{}' });
  const { code } = jsonFields(await response.text());
  return `${url}/console#code=${textIn(code)}`;
}
