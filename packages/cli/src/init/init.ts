import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { checkPolicy, limits, SluiceError } from '@sluice/core';
import { families, familyNames } from '@sluice/gateway';
import { modelNamed } from '../model-named.ts';
import { plainTerminal, printable } from '../show/printable.ts';
import type { Terminal } from '../terminal.ts';
import { clientPolicyFor } from './client-policies.ts';
import { lookAt, type Project } from './look.ts';
import { withProposals } from './model/ask-model.ts';
import { mountsOf, type Mount } from './mounts.ts';
import { guessMark, hasData, policyText } from './policy-text.ts';
import type { Family } from './project/sdks.ts';
import { askAll, unasked, type Answers, type Ask } from './questions.ts';
import { askServers } from './servers/ask-servers.ts';
import { settingsText } from './settings-text.ts';
import { showInit } from './show-init.ts';
import { givenList, requireServers, writtenTools } from './tools-file.ts';
import { fewerHint, requireFew } from './tools/few.ts';
import { withNamedFiles } from './tools/named-files.ts';
import { ignoreIn, writeNew } from './write-new.ts';

export interface InitOptions {
  readonly yes?: true;
  readonly dir?: string;
  /** A client: the policy that is shipped for it is written. */
  readonly client?: string;
  /** The MCP servers to start and ask for their tools: `all`, or names. */
  readonly servers?: string;
  /** The file for a list of what the servers offer. */
  readonly writeTools?: string;
  /** Files that list tools, describe an HTTP API or hold the tools' source. */
  readonly tools?: readonly string[];
  /** A model that drafts beside the rules: `openai:NAME` or `anthropic:NAME`, and its address. */
  readonly model?: string;
  readonly baseUrl?: string;
  readonly json?: true;
}

/** The result of `init`, for people and for programs. */
export interface InitReport {
  readonly project: Project;
  readonly answers: Answers;
  readonly files: readonly { readonly file: string; readonly did: 'written' | 'kept' }[];
  /** True where the policy is one that Sluice ships for a client. */
  readonly isShipped: boolean;
  /** Lines of the policy to look at. */
  readonly guesses: number;
  /** The policy names arguments that only say something, or says which could be. */
  readonly withData: boolean;
  /** The list of tools that was asked for. */
  readonly toolsFile: string | undefined;
}

interface InitParts {
  readonly terminal: Terminal;
  /** Absent: nobody is asked, and every answer is the strict one. */
  readonly ask: Ask | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Writes a first policy and first settings for the project in a folder; overwrites nothing. */
export async function runInit(options: InitOptions, given: InitParts): Promise<0> {
  const parts = printing(given);
  const folder = folderOf(options.dir);
  requireServers(options.writeTools, options.servers);
  const shipped =
    options.client === undefined ? undefined : clientPolicyFor(options.client, folder);
  const looked = await withNamedFiles(lookAt(folder), options.tools ?? []);
  const offered = await withServers(looked, options, parts);
  if (shipped === undefined) requireFew(offered.tools);
  const seen = await withModel(offered, options, parts);
  // A shipped policy says all of its client: it calls none of the project's tools.
  const project = shipped === undefined ? seen : { ...seen, packed: [], unknown: [], tools: [] };
  const isUnasked = options.yes === true || options.json === true || isThere(folder);
  const ask = isUnasked ? undefined : parts.ask;
  const answers = ask === undefined ? unasked(project) : await askAll(project, ask);
  const drafted = { ...project, ...answers };
  const mounts = mountsOf(drafted).filter((mount) => isFree(folder, mount));
  const text = shipped ?? policyText(drafted, mounts);
  requireSmall(text, project.tools);
  await requireValid(text, mounts);
  const withData = [text, ...mounts.map(({ pack }) => pack.text)].some(hasData);
  const baseUrls = baseUrlsIn(parts.env);
  const settings = settingsText({ ...answers, hasData: withData, baseUrls });
  const files = [
    ...writtenPolicy(folder, text, mounts),
    { file: 'gateway.yaml', did: writeNew(path.join(folder, 'gateway.yaml'), settings) },
    { file: '.gitignore', did: ignoreIn(folder, '.sluice/') },
    ...(options.writeTools === undefined
      ? []
      : writtenTools(options.writeTools, seen, answers.toolNames)),
  ];
  const guesses = text.split(guessMark).length - 1;
  const written = files.find(({ file }) => file === options.writeTools)?.file;
  const toolsFile = written ?? givenList(options.tools ?? [], project);
  const isShipped = shipped !== undefined;
  showInit(
    { project, answers, files, isShipped, guesses, toolsFile, withData },
    { ...parts, json: options.json === true },
  );
  return 0;
}

/** True where no answer would change a file, for both are kept. */
function isThere(folder: string): boolean {
  return ['sluice.yaml', 'gateway.yaml'].every((file) => existsSync(path.join(folder, file)));
}

/** Names in a project may be a stranger's. */
function printing({ terminal, ask, ...rest }: InitParts): InitParts {
  const plainAsk: Ask | undefined = ask && ((text) => ask(printable(text)));
  return { ...rest, terminal: plainTerminal(terminal), ask: plainAsk };
}

/** A file of that name that says something else is somebody's own. */
function isFree(folder: string, { file, pack }: Mount): boolean {
  const place = path.join(folder, file);
  return !existsSync(place) || readFileSync(place, 'utf8') === pack.text;
}

/** The policy, and where it is written the packs that it names. */
function writtenPolicy(
  folder: string,
  text: string,
  mounts: readonly Mount[],
): InitReport['files'] {
  const policy = { file: 'sluice.yaml', did: writeNew(path.join(folder, 'sluice.yaml'), text) };
  if (policy.did === 'kept') return [policy];
  const packs = mounts.map(({ file, pack }) => {
    const place = path.join(folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    return { file, did: writeNew(place, pack.text) };
  });
  return [policy, ...packs];
}

/** Servers run code of somebody's: only those that were named are started. */
async function withServers(
  project: Project,
  { servers, json }: InitOptions,
  { terminal, env }: InitParts,
): Promise<Project> {
  if (servers === undefined) return project;
  const say = (line: string): void => {
    if (json !== true) terminal.print(line);
  };
  const stillWaiting = terminal.interactive ? say : undefined;
  return askServers(project, { servers, env, timeoutMs: serverTimeoutMs, say, stillWaiting });
}

/** What a project says of its tools leaves it: only a model that was named is asked. */
async function withModel(
  project: Project,
  { model, baseUrl, json }: InitOptions,
  { terminal }: InitParts,
): Promise<Project> {
  if (model === undefined) {
    if (baseUrl === undefined) return project;
    throw new SluiceError('settings-invalid', '`--base-url` needs a model', {
      hint: 'add `--model openai:NAME`',
    });
  }
  const asked = await modelNamed(model, baseUrl);
  if (json !== true) terminal.print(`Asking ${model} about ${project.tools.length} tools ...`);
  return withProposals(project, asked);
}

/** The first start of a server may install it. */
const serverTimeoutMs = 60_000;

function folderOf(dir: string | undefined): string {
  const folder = path.resolve(dir ?? '.');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new SluiceError('file-unreadable', `\`${folder}\` is not a folder`, {
    hint: 'name the folder of your project: `--dir FOLDER`',
  });
}

/** Strangers' names of tools and arguments may be long: that is no mistake of ours. */
function requireSmall(text: string, { length }: readonly unknown[]): void {
  if (Buffer.byteLength(text) <= limits.policyBytesMax) return;
  const message = `the policy of ${length} tools would be larger than ${limits.policyBytesMax} bytes`;
  throw new SluiceError('settings-invalid', message, { hint: fewerHint });
}

/** Checks our own policy like anybody's: a mistake in it would be ours. */
async function requireValid(text: string, mounts: readonly Mount[]): Promise<void> {
  const include = (name: string): string => {
    const mount = mounts.find(({ file }) => file === name);
    if (mount === undefined) throw new Error('the policy names a file that is not written');
    return mount.pack.text;
  };
  const problems = await checkPolicy(text, { include });
  const problem = problems.find(({ severity }) => severity === 'error');
  if (problem === undefined) return;
  throw new SluiceError('policy-invalid', `the first policy has a mistake: ${problem.message}`, {
    hint: 'report this, with the name of the tool that it is about',
  });
}

/** Where the project's clients were sent until now, unless that is a gateway on this machine. */
function baseUrlsIn(env: InitParts['env']): Partial<Record<Family, string>> {
  const found = Object.values(familyNames).flatMap((family) => {
    const url = elsewhere(env[families[family].client.variable]);
    return url === undefined ? [] : [[family, url] as const];
  });
  return Object.fromEntries(found);
}

/** An address with a name or a password in it is not written into a file. */
function elsewhere(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, username, password, search, port } = new URL(url);
  const isPlain = /^https?:$/.test(protocol) && username + password + search === '';
  return isPlain && port !== '4141' ? url : undefined;
}
