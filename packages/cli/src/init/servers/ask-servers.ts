import { pinOf, SluiceError } from '@sluice/core';
import type { Project } from '../look.ts';
import { shortLine } from '../../show/printable.ts';
import type { McpServer } from '../project/mcp-servers.ts';
import { nameByServer, splitPack } from '../pack-tools.ts';
import { hintsOf, isToolName, type FoundTool } from '../tools/found-tool.ts';
import { givenBy, repeatsGiven, withoutGivenWords } from './given.ts';
import { compareList, type ListDifference } from './list-hash.ts';
import { listTools, type Offer, type OfferedTool } from './list-tools.ts';
import { networkEnv, proxySecrets } from './network-env.ts';
import { expanded } from './start.ts';

/** The outcome of asking one server for its tools. */
export type AskedServer =
  | {
      readonly kind: 'offered';
      readonly server: McpServer;
      /** Name and version, as the server says them; empty where they repeat what it was given. */
      readonly says: string;
      readonly tools: number;
      /** Tools whose names no provider takes: no model can call them. */
      readonly unnamed: number;
      readonly pack: (ListDifference & { readonly name: string }) | undefined;
      readonly list: readonly OfferedTool[];
    }
  | {
      readonly kind: 'failed';
      readonly server: McpServer;
      readonly because: string;
      /** The last lines that it printed. */
      readonly printed: readonly string[];
      /** The remedy, to be typed before it is asked again. */
      readonly next: string;
    };

interface AskOptions {
  /** `all`, or names with commas between them. */
  readonly servers: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** Says which server is asked. */
  readonly say: (line: string) => void;
  /** Says now and then that a server is waited for; absent where nobody watches. */
  readonly stillWaiting?: ((line: string) => void) | undefined;
}

const sayEachMs = 5_000;

/**
 * Asks the chosen servers for their tools, one after another, and adds what they offer to the
 * project. Throws `settings-invalid` for a name that no configuration has.
 */
export async function askServers(project: Project, options: AskOptions): Promise<Project> {
  let asked = project;
  for (const server of chosen(project, options.servers)) {
    options.say(`Asking ${shortLine(server.name)} for its tools ...`);
    const stop = sayWaiting(server, options);
    asked = await withServer(asked, server, options).finally(stop);
  }
  return asked;
}

function sayWaiting(server: McpServer, { stillWaiting, timeoutMs }: AskOptions): () => void {
  if (stillWaiting === undefined) return () => {};
  let waitedMs = 0;
  const timer = setInterval(() => {
    waitedMs += sayEachMs;
    const seconds = `${waitedMs / 1000} s, and at most ${timeoutMs / 1000} s for an answer`;
    stillWaiting(`  still waiting for ${shortLine(server.name)} (${seconds})`);
  }, sayEachMs);
  return () => clearInterval(timer);
}

function chosen({ packed, unknown }: Project, servers: string): readonly McpServer[] {
  const all = [...packed.map(({ server }) => server), ...unknown];
  if (servers === 'all') return all;
  const names = servers.split(',').map((name) => name.trim());
  const missing = names.find((name) => all.every((server) => server.name !== name));
  if (missing !== undefined) {
    const known = all.map(({ name }) => name).join(', ');
    throw new SluiceError('settings-invalid', `no server is called \`${missing}\``, {
      hint: known === '' ? 'no MCP configuration names a server' : `known: ${known}`,
    });
  }
  return all.filter(({ name }) => names.includes(name));
}

async function withServer(
  project: Project,
  server: McpServer,
  { env, timeoutMs }: AskOptions,
): Promise<Project> {
  const failed = (because: string, next: string, printed: readonly string[] = []): Project => ({
    ...project,
    asked: [...project.asked, { kind: 'failed', server, because, printed, next }],
  });
  const { file } = server;
  if (server.start === undefined) {
    return failed('its entry has no `command` and no `url`', `write one of them into ${file}`);
  }
  const { start, missing } = expanded(server.start, env);
  if (missing.length > 0) {
    const names = missing.join(', ');
    return failed(`${file} takes ${names} from the environment, where it is not`, `set ${names}`);
  }
  const passed = networkEnv(env);
  const given = givenBy(start, proxySecrets(passed));
  const offer = await listTools(start, { folder: project.folder, timeoutMs, passed });
  if (offer.kind === 'offered') {
    const says = repeatsGiven(offer.server, given) ? '' : offer.server;
    return withOffer(project, server, { ...offer, server: says });
  }
  const printed = offer.printed.map((line) => withoutGivenWords(line, given));
  return failed(withoutGivenWords(offer.because, given), remedyOf(offer.because, server), printed);
}

async function withOffer(
  project: Project,
  server: McpServer,
  offer: Extract<Offer, { kind: 'offered' }>,
): Promise<Project> {
  const found = offer.tools.filter(({ name }) => isToolName(name));
  const pack = project.packed.find((each) => each.server === server)?.pack;
  const names = pack === undefined ? [] : splitPack(pack).tools.map(({ name }) => name);
  const difference = compareList(offer.tools, { names, hash: pack?.listHash });
  const asked: AskedServer = {
    kind: 'offered',
    server,
    says: offer.server,
    tools: offer.tools.length,
    unnamed: offer.tools.length - found.length,
    list: offer.tools,
    pack: pack === undefined ? undefined : { name: pack.name, ...difference },
  };
  const more = found.filter(({ name }) => !names.includes(name));
  const tools = await Promise.all(more.map((tool) => toolOf(server, tool)));
  return {
    ...project,
    asked: [...project.asked, asked],
    // A server that says what it offers is no longer unknown.
    unknown: project.unknown.filter((each) => each !== server),
    tools: [...project.tools, ...tools],
  };
}

function remedyOf(because: string, { file, start }: McpServer): string {
  if (/\bENOENT\b/.test(because)) return `install its program, or correct \`command\` in ${file}`;
  return start?.kind === 'url'
    ? `see that it runs, and that its address and headers in ${file} are right`
    : `start it by hand as ${file} says, until it waits for input`;
}

async function toolOf(server: McpServer, tool: OfferedTool): Promise<FoundTool> {
  const { name, description, parameters, annotations } = tool;
  return {
    name,
    description,
    parameters,
    hints: hintsOf(annotations),
    where: `offered by ${server.name} of ${server.file}`,
    from: 'listed',
    offered: {
      server,
      pins: {
        plain: pinOf({ name, description, parameters }),
        'by-server': pinOf({ name: nameByServer(server, name), description, parameters }),
      },
    },
  };
}
