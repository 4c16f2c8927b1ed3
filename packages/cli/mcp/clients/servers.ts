import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { programOf } from '../../packs/installed.ts';
import type { Line, World } from '../attacks/world.ts';

/** A world with a page on this machine, for the server that fetches. */
export interface Matrix extends World {
  readonly page: string;
}

/** A real server, a call of it, and what its result holds. */
export interface RealServer {
  readonly name: string;
  readonly from: string;
  readonly line: (world: World) => Line;
  readonly tool: string;
  readonly args: (world: Matrix) => Readonly<Record<string, unknown>>;
  readonly gives: string;
}

const requireHere = createRequire(import.meta.url);
const everything = path.join(
  path.dirname(requireHere.resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
);

/** A page on this machine, for the server that fetches. */
export async function page(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('the rates are 1.08');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Where a repository lies in a world. */
function repository({ folder, write }: World): string {
  write('note.txt', 'a note');
  execFileSync('git', ['init', '--quiet', '.'], { cwd: folder });
  return folder;
}

const fromNpm: readonly RealServer[] = [
  {
    name: 'everything',
    from: '@modelcontextprotocol/server-everything',
    line: () => [process.execPath, everything],
    tool: 'echo',
    args: () => ({ message: 'hello there' }),
    gives: 'hello there',
  },
  {
    name: 'filesystem',
    from: '@modelcontextprotocol/server-filesystem',
    line: ({ folder }) => [programOf('npm', 'mcp-server-filesystem'), folder],
    tool: 'read_text_file',
    args: ({ folder }) => ({ path: path.join(folder, 'note.txt') }),
    gives: 'a note',
  },
  {
    name: 'memory',
    from: '@modelcontextprotocol/server-memory',
    line: () => [programOf('npm', 'mcp-server-memory')],
    tool: 'read_graph',
    args: () => ({}),
    gives: 'entities',
  },
  {
    name: 'sequential-thinking',
    from: '@modelcontextprotocol/server-sequential-thinking',
    line: () => [programOf('npm', 'mcp-server-sequential-thinking')],
    tool: 'sequentialthinking',
    args: () => ({
      thought: 'first',
      nextThoughtNeeded: false,
      thoughtNumber: 1,
      totalThoughts: 1,
    }),
    gives: 'thoughtNumber',
  },
];

const fromPyPI: readonly RealServer[] = [
  {
    name: 'git',
    from: 'mcp-server-git',
    line: (world) => [programOf('pypi', 'mcp-server-git'), '--repository', repository(world)],
    tool: 'git_status',
    args: ({ folder }) => ({ repo_path: folder }),
    gives: 'Repository status',
  },
  {
    name: 'fetch',
    from: 'mcp-server-fetch',
    line: () => [
      programOf('pypi', 'mcp-server-fetch'),
      '--ignore-robots-txt',
      '--allow-private-ips',
    ],
    tool: 'fetch',
    args: ({ page: url }) => ({ url }),
    gives: '1.08',
  },
  {
    name: 'time',
    from: 'mcp-server-time',
    line: () => [programOf('pypi', 'mcp-server-time'), '--local-timezone', 'UTC'],
    tool: 'get_current_time',
    args: () => ({ timezone: 'UTC' }),
    gives: 'UTC',
  },
];

export const realServers: readonly RealServer[] = [...fromNpm, ...fromPyPI];

/** Reads are free; writing a file, once a stranger's text was read, is not. */
export const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: block
tools:
${[
  'echo',
  'read_text_file',
  'read_graph',
  'sequentialthinking',
  'git_status',
  'fetch',
  'get_current_time',
]
  .map(
    (tool) =>
      `  ${tool}: { result: { format: text, label: untrusted }, call: { ceiling: untrusted } }`,
  )
  .join('\n')}
  write_file: { result: { format: text, label: trusted }, call: { ceiling: trusted } }
answer: { ceiling: untrusted }
`;
