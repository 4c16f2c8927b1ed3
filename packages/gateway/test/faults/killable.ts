import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { sha256 } from '../../src/run/find/fingerprint.ts';
import { readAddress } from '../../src/store/postgres/connection/address.ts';
import { connect } from '../../src/store/postgres/connection/connect.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Question, Store } from '../../src/store/store.ts';
import { mailPolicy, until } from '../gateway/harness.ts';
import { chatDialect } from '../upstream/chat.ts';
import { startUpstream, type Upstream } from '../upstream/upstream.ts';

const masterKeyHex = 'ab'.repeat(32);

/** A gateway in a process of its own, which is killed and started again. */
export class Killable {
  readonly upstream: Upstream;
  /** The same database, from outside. */
  readonly store: Store;
  readonly key: string = `sk-sluice-${randomBytes(32).toString('base64url')}`;
  readonly #folder: string;
  readonly #children = new Set<ChildProcess>();
  /** The one that serves; others may stand by. */
  #serving: ChildProcess | undefined;
  #url = '';

  private constructor(upstream: Upstream, store: Store, folder: string) {
    this.upstream = upstream;
    this.store = store;
    this.#folder = folder;
  }

  /** `address`: of a PostgreSQL database, in the place of a file. */
  static async start(turns: 'trusted' | 'untrusted', address?: string): Promise<Killable> {
    const upstream = await startUpstream({ dialects: [chatDialect] });
    const folder = mkdtempSync(path.join(tmpdir(), 'sluice-killed-'));
    writeFileSync(path.join(folder, 'sluice.yaml'), mailPolicy);
    writeFileSync(
      path.join(folder, 'gateway.yaml'),
      settingsText(upstream.url, { turns, address }),
    );
    const store = await (address === undefined ? fileIn(folder) : serverAt(address));
    const made = new Killable(upstream, store, folder);
    const place = { kind: 'client', id: 'one', name: 'one', tenant: 'acme' } as const;
    const credential = { ...place, profile: 'default', createdMs: 0, revokedMs: undefined };
    await made.store.credentials.add(credential, sha256(made.key));
    await made.begin();
    return made;
  }

  get url(): string {
    return this.#url;
  }

  async begin(): Promise<void> {
    const file = path.join(import.meta.dirname, 'gateway-process.ts');
    const node = ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning'];
    // It is started often: what one has compiled the next need not.
    const cache = { NODE_COMPILE_CACHE: path.join(tmpdir(), 'sluice-compiled') };
    const env = {
      ...process.env,
      ...cache,
      PROVIDER_KEY: this.upstream.key,
      MASTER_KEY: masterKeyHex,
    };
    const stdio = ['pipe', 'pipe', 'inherit'] as const;
    const child = spawn(process.execPath, [...node, file, this.#folder], {
      env,
      stdio: [...stdio],
    });
    this.#children.add(child);
    if (child.stdout === null) throw new Error('its output is a pipe');
    const [url] = await once(createInterface({ input: child.stdout }), 'line');
    this.#url = String(url);
    this.#serving = child;
  }

  async kill(): Promise<void> {
    const child = this.#serving;
    this.#serving = undefined;
    if (child !== undefined) await this.#end(child);
  }

  async #end(child: ChildProcess): Promise<void> {
    this.#children.delete(child);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Answers a question, once it is there; the process that asked it need not be. */
  async answer(kind: 'yes' | 'no'): Promise<Question> {
    const question = await this.asked();
    const { id, hash } = question;
    const said = { by: 'ann', dutyOf: [], words: undefined, atMs: Date.now() };
    await this.store.questions.answer({ id, hash, kind, ...said });
    this.#serving?.stdin?.write(`${id}\n`);
    return question;
  }

  asked(): Promise<Question> {
    return until(async () => (await this.store.questions.list({ state: 'open', limit: 1 })).at(0));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) await this.#end(child);
    await this.store.close();
    await this.upstream.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function fileIn(folder: string): Promise<Store> {
  const file = path.join(folder, 'sluice.db');
  return openSqliteStore({ file, durability: 'normal', recordOf: () => 'full' });
}

async function serverAt(address: string): Promise<Store> {
  return await openPostgresStore(await connect(readAddress(address, {})), {
    masterKey: { kind: 'given', hex: masterKeyHex },
    epoch: undefined,
    recordOf: () => 'full',
  });
}

function settingsText(
  url: string,
  { turns, address }: { readonly turns: string; readonly address: string | undefined },
): string {
  const database = address === undefined ? 'sluice.db' : `${address}\nmasterKeyFrom: MASTER_KEY`;
  return `
listen: { port: 0 }
database: ${database}
upstreams:
  one: { family: openai, baseUrl: '${url}/v1', keyFrom: PROVIDER_KEY }
profiles:
  default: { policy: sluice.yaml, openai: one, turns: ${turns}, waitJsonSeconds: 10 }
`;
}
