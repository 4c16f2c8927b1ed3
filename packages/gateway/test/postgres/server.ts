import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { readAddress } from '../../src/store/postgres/connection/address.ts';
import { connect } from '../../src/store/postgres/connection/connect.ts';

const debian = '/usr/lib/postgresql';

/** Why there is no server to be had; `undefined`: there is one. */
export const noPostgres: string | undefined = missing();

function missing(): string | undefined {
  if (process.platform === 'win32') return '(skipped: Windows has no such sockets)';
  if (binFolder() === undefined) return '(skipped: apt-get install postgresql)';
  return isRoot() && account() === undefined ? '(skipped: it does not run as root)' : undefined;
}

/** A PostgreSQL server of the test's own, at a Unix socket in a folder of its own. */
export class PostgresServer {
  readonly folder: string;
  #process: ChildProcess | undefined;
  #databases = 0;
  #tables: Promise<void> | undefined;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async start(): Promise<PostgresServer> {
    const folder = mkdtempSync(path.join(tmpdir(), 'sluice-pg-'));
    chmodSync(folder, 0o755);
    const owner = account();
    if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
    const data = path.join(folder, 'data');
    const args = ['--no-sync', '--auth=trust', '--username=sluice', '--encoding=UTF8', '-D', data];
    const { status, stderr } = spawnSync(program('initdb'), args, {
      encoding: 'utf8',
      cwd: folder,
      ...owner,
    });
    if (status !== 0) throw new Error(`initdb failed: ${stderr.slice(0, 500)}`);
    const server = new PostgresServer(folder);
    await server.up();
    return server;
  }

  /** Starts it, or starts it again after it was killed. */
  async up(): Promise<void> {
    const settings = ['listen_addresses=', 'fsync=off', 'max_connections=200'];
    const options = settings.flatMap((each) => ['-c', each]);
    const args = ['-D', path.join(this.folder, 'data'), '-k', this.folder, ...options];
    const child = spawn(program('postgres'), args, {
      cwd: this.folder,
      stdio: 'ignore',
      ...account(),
    });
    this.#process = child;
    process.once('exit', () => child.kill('SIGQUIT'));
    for (;;) {
      const client = new pg.Client({ ...this.#place, database: 'postgres' });
      try {
        await client.connect();
        await client.end();
        return;
      } catch {
        if (child.exitCode !== null) throw new Error('PostgreSQL did not start');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  get #place() {
    return { host: this.folder, user: 'sluice' };
  }

  /** The address of a new database, by default an empty one. */
  async database(options = 'template template0'): Promise<string> {
    const name = `d${(this.#databases += 1)}`;
    await this.query('postgres', `create database ${name} ${options}`);
    return this.addressOf(name);
  }

  /** The name of the database that was made last. */
  get newest(): string {
    return `d${this.#databases}`;
  }

  /** The same with the tables of a store, which take longer to make than to copy. */
  async withTables(): Promise<string> {
    await (this.#tables ??= this.#makeTables());
    return await this.database('template tables');
  }

  async #makeTables(): Promise<void> {
    await this.query('postgres', 'create database tables template template0');
    const database = await connect(readAddress(this.addressOf('tables'), {}));
    await database.close();
  }

  addressOf(name: string): string {
    return `postgres://sluice@/${name}?host=${encodeURIComponent(this.folder)}`;
  }

  /** Runs a text in a database as its owner. */
  async query(database: string, text: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ ...this.#place, database });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** As the system kills it: nothing is written any more. */
  async kill(): Promise<void> {
    await this.#end('SIGQUIT');
  }

  async stop(): Promise<void> {
    await this.#end('SIGINT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}

function program(name: string): string {
  return path.join(binFolder() ?? '', name);
}

function binFolder(): string | undefined {
  const releases = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : [];
  const bins = releases.map((release) => path.join(debian, release, 'bin'));
  return bins.find((bin) => existsSync(path.join(bin, 'postgres')));
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The server refuses to run as root: the account that Debian's package makes. */
function account(): { readonly uid: number; readonly gid: number } | undefined {
  if (!isRoot()) return undefined;
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout || Number.NaN),
  );
  if (uid === undefined || gid === undefined || Number.isNaN(uid + gid)) return undefined;
  return { uid, gid };
}
