import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { programOf } from '../installed.ts';
import { planted, type MakeWorld } from '../world.ts';

const debian = '/usr/lib/postgresql';

/** A database into which visitors typed, in a PostgreSQL of its own. */
export const postgresWorld: MakeWorld = async (folder) => {
  const [release] = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : [];
  if (release === undefined) return 'no PostgreSQL: apt-get install postgresql';
  const bin = path.join(debian, release, 'bin');
  const data = path.join(folder, 'data');
  const port = String(20_000 + (process.pid % 20_000));
  const isRoot = process.getuid?.() === 0;
  const run = (program: string, ...args: readonly string[]): void => {
    // PostgreSQL does not run as root.
    const words = [path.join(bin, program), ...args];
    const [command = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...words] : words;
    const { status, stderr } = spawnSync(command, rest, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} failed: ${stderr.slice(0, 500)}`);
  };
  if (isRoot) spawnSync('chown', ['postgres', folder]);
  run('initdb', '--no-sync', '--auth=trust', '--username=postgres', '-D', data);
  const options = `-p ${port} -k ${folder} -h 127.0.0.1`;
  run('pg_ctl', '-D', data, '-o', options, '-l', path.join(folder, 'log'), '-w', 'start');
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const [name, content] = [planted('name'), planted('content')];
  const table = `create table visits ("${name}" text); insert into visits values ('${content}')`;
  run('psql', '--quiet', '--command', table, url);
  return {
    command: programOf('npm', 'mcp-server-postgres'),
    args: [url],
    calls: [
      { tool: 'query', args: sql('select * from visits') },
      {
        tool: 'query',
        args: sql('select table_name, column_name from information_schema.columns'),
      },
      { tool: 'query', args: sql('select (select v::text from visits v)::int'), fails: true },
    ],
    close: () => run('pg_ctl', '-D', data, '-m', 'immediate', 'stop'),
  };
};

function sql(text: string): { readonly sql: string } {
  return { sql: text };
}
