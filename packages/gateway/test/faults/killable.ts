import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { sha256 } from '../../src/run/find/fingerprint.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Question, Store } from '../../src/store/store.ts';
import { mailPolicy, until } from '../gateway/harness.ts';
import { chatDialect } from '../upstream/chat.ts';
import { startUpstream, type Upstream } from '../upstream/upstream.ts';

/** A gateway in a process of its own, which is killed and started again. */
export class Killable {
  readonly upstream: Upstream;
  /** The same database, from outside. */
  readonly store: Store;
  readonly key: string = `sk-sluice-${randomBytes(32).toString('base64url')}`;
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #url = '';

  private constructor(upstream: Upstream, store: Store, folder: string) {
    this.upstream = upstream;
    this.store = store;
    this.#folder = folder;
  }

  static async start(turns: 'trusted' | 'untrusted'): Promise<Killable> {
    const upstream = await startUpstream({ dialects: [chatDialect] });
    const folder = mkdtempSync(path.join(tmpdir(), 'sluice-killed-'));
    writeFileSync(path.join(folder, 'sluice.yaml'), mailPolicy);
    writeFileSync(path.join(folder, 'gateway.yaml'), settingsText(upstream.url, turns));
    const file = path.join(folder, 'sluice.db');
    const store = await openSqliteStore({ file, durability: 'normal', recordOf: () => 'full' });
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
    const env = { ...process.env, ...cache, PROVIDER_KEY: this.upstream.key };
    const stdio = ['pipe', 'pipe', 'inherit'] as const;
    const child = spawn(process.execPath, [...node, file, this.#folder], {
      env,
      stdio: [...stdio],
    });
    this.#child = child;
    if (child.stdout === null) throw new Error('its output is a pipe');
    const [url] = await once(createInterface({ input: child.stdout }), 'line');
    this.#url = String(url);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
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
    this.#child?.stdin?.write(`${id}\n`);
    return question;
  }

  asked(): Promise<Question> {
    return until(async () => (await this.store.questions.list({ state: 'open', limit: 1 })).at(0));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await this.store.close();
    await this.upstream.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function settingsText(url: string, turns: string): string {
  return `
listen: { port: 0 }
database: sluice.db
upstreams:
  one: { family: openai, baseUrl: '${url}/v1', keyFrom: PROVIDER_KEY }
profiles:
  default: { policy: sluice.yaml, openai: one, turns: ${turns}, waitJsonSeconds: 10 }
`;
}
