import path from 'node:path';
import { parse, type ParseError } from 'jsonc-parser';
import { fieldsOf, textsOf } from '../../json.ts';
import { startOf, type ServerStart } from '../servers/start.ts';
import type { ProjectFiles } from './project-files.ts';

/** An MCP server that a client of this project starts or reaches. */
export interface McpServer {
  readonly name: string;
  /** The file that says so, from the project's folder. */
  readonly file: string;
  /** `undefined`: its entry says neither a command nor an address. */
  readonly start: ServerStart | undefined;
  /** The package that is started, without its version: by it a server's policy pack is found. */
  readonly known: {
    readonly npm: readonly string[];
    readonly pypi: readonly string[];
    readonly commands: readonly string[];
    readonly images: readonly string[];
    readonly urls: readonly string[];
  };
}

/** Where MCP clients keep their servers inside a project. */
const configFiles = [
  '.mcp.json',
  'mcp.json',
  '.cursor/mcp.json',
  '.vscode/mcp.json',
  'claude_desktop_config.json',
] as const;

/** A file that cannot be read is named in `unreadable`, never passed over in silence. */
export interface McpServers {
  readonly servers: readonly McpServer[];
  readonly unreadable: readonly string[];
}

/** The servers of all configuration files; JSON with comments, as those clients read it. */
export function readMcpServers(files: ProjectFiles): McpServers {
  const servers: McpServer[] = [];
  const unreadable: string[] = [];
  for (const file of configFiles) {
    const text = files.read(file);
    if (text === undefined) continue;
    const errors: ParseError[] = [];
    const config: unknown = parse(text, errors, { allowTrailingComma: true });
    if (errors.length > 0) unreadable.push(file);
    else servers.push(...serversIn(fieldsOf(config), file));
  }
  return { servers, unreadable };
}

function serversIn(config: Readonly<Record<string, unknown>>, file: string): readonly McpServer[] {
  // VS Code says `servers`, everyone else `mcpServers`.
  const entries = fieldsOf(config['mcpServers'] ?? config['servers']);
  return Object.entries(entries).map(([name, entry]) => {
    const { command, args, url } = fieldsOf(entry);
    const known = knownBy(textOf(command), textsOf(args), textOf(url));
    return { name, file, start: startOf(entry), known };
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const nothing: McpServer['known'] = { npm: [], pypi: [], commands: [], images: [], urls: [] };

function knownBy(
  command: string | undefined,
  args: readonly string[],
  url: string | undefined,
): McpServer['known'] {
  const urls = url === undefined ? [] : [url, url.replace(/\/?$/, '/')];
  if (command === undefined) return { ...nothing, urls };
  const program = path.posix.basename(command.replaceAll('\\', '/')).replace(/\.(?:cmd|exe)$/i, '');
  // `cmd /c npx ...` is how Windows starts a script.
  if (program === 'cmd' && args[0]?.toLowerCase() === '/c') {
    return knownBy(args[1], args.slice(2), url);
  }
  return { ...nothing, urls, ...startedBy(program, args) };
}

/** Runners start a package; which word names it depends on the runner. */
function startedBy(program: string, args: readonly string[]): Partial<McpServer['known']> {
  const words = args.filter((word) => !word.startsWith('-'));
  switch (program) {
    case 'npx':
    case 'bunx':
      return { npm: words.slice(0, 1).map(withoutVersion) };
    case 'pnpm':
    case 'yarn':
    case 'bun':
    case 'npm':
      return { npm: words.slice(1, 2).map(withoutVersion) };
    case 'uvx':
    case 'pipx':
      return { pypi: pythonPackages(program, args) };
    case 'uv':
      return { pypi: words.slice(0, 3).map(withoutVersion) };
    case 'python':
    case 'python3':
      return { pypi: moduleOf(args).map((each) => each.replaceAll('_', '-')) };
    case 'docker':
    case 'podman':
      return { images: words.map(withoutVersion) };
    default:
      return { commands: [program] };
  }
}

function pythonPackages(program: string, args: readonly string[]): readonly string[] {
  const from = args.indexOf('--from');
  if (from !== -1) return args.slice(from + 1, from + 2).map(withoutVersion);
  const words = args.filter((word) => !word.startsWith('-'));
  return words.slice(program === 'pipx' ? 1 : 0, program === 'pipx' ? 2 : 1).map(withoutVersion);
}

function moduleOf(args: readonly string[]): readonly string[] {
  const at = args.indexOf('-m');
  return at === -1 ? [] : args.slice(at + 1, at + 2);
}

/** `@scope/name@1.2` is `@scope/name`; `name==1.2`, `name[extra]` and `image:tag` are `name`. */
function withoutVersion(word: string): string {
  const [, name = word] = /^(@?[^@=<>~![\s]+)/.exec(word) ?? [];
  return name.replace(/:[\w.-]+$/, '');
}
