/** Words around the name of a server in the name of its package. */
const around = /^(?:mcp-server-|server-|mcp-)|(?:-mcp-server|-mcp|-server)$/g;

/** The argument that says which program it is: the package of a runner, or the program. */
export function programIn([program = '', ...args]: readonly string[]): string {
  const runner = program.replace(/^.*[\\/]/, '').replace(/\.(?:cmd|exe)$/i, '');
  if (!runners.has(runner)) return program;
  return args.find((arg) => !arg.startsWith('-') && arg !== 'run' && arg !== 'x') ?? program;
}

const runners: ReadonlySet<string> = new Set([
  'npx',
  'bunx',
  'uvx',
  'pnpx',
  'pipx',
  'node',
  'python',
  'python3',
]);

/** The name of a server, as a policy and a person have it, by its command line. */
export function serverNameOf(words: readonly string[]): string {
  const base = programIn(words)
    .replace(/(?<=.)@[^/@]*$/, '')
    .replace(/^.*[\\/]/, '')
    .replace(/\.\w+$/, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(around, '')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 32)
    .replace(/-+$/, '');
  return base === '' ? 'server' : base;
}
