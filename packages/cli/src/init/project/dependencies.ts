import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { fieldsOf } from '../../json.ts';
import type { ProjectFiles } from './project-files.ts';
import { sdks, type Sdk } from './sdks.ts';

/** An SDK that the project depends on, and the file that says so. */
export interface FoundSdk {
  readonly sdk: Sdk;
  readonly file: string;
}

export interface FoundSdks {
  readonly found: readonly FoundSdk[];
  /** The manifest that names the AI SDK, where it names no provider of it that can be pointed. */
  readonly bareAiSdk: string | undefined;
  readonly unreadable: readonly string[];
}

interface Manifest {
  readonly file: string;
  readonly language: Sdk['language'];
  readonly names: (text: string) => readonly string[];
}

const manifests: readonly Manifest[] = [
  { file: 'package.json', language: 'javascript', names: inPackageJson },
  { file: 'pyproject.toml', language: 'python', names: inPyproject },
  { file: 'requirements.txt', language: 'python', names: inRequirements },
];

/** The SDKs that the manifests at the project's root name, each once. */
export function readSdks(files: ProjectFiles): FoundSdks {
  const found = new Map<string, FoundSdk>();
  const unreadable: string[] = [];
  let aiSdk: string | undefined;
  for (const { file, language, names } of manifests) {
    const text = files.read(file);
    if (text === undefined) continue;
    const declared = namesIn(text, names);
    if (declared === undefined) unreadable.push(file);
    if (language === 'javascript' && [...(declared ?? [])].some(isOfAiSdk)) aiSdk = file;
    for (const sdk of sdks) {
      if (sdk.language !== language || declared?.has(sdk.package) !== true) continue;
      if (!found.has(sdk.id)) found.set(sdk.id, { sdk, file });
    }
  }
  const isBare = ![...found.values()].some(({ sdk }) => isOfAiSdk(sdk.package));
  const bareAiSdk = isBare ? aiSdk : undefined;
  return { found: withoutParts([...found.values()]), bareAiSdk, unreadable };
}

/** `ai` itself, its MCP client, and its providers. */
function isOfAiSdk(name: string): boolean {
  return name === 'ai' || name.startsWith('@ai-sdk/');
}

/** A framework names its own line: that of the client which it uses inside is then no help. */
function withoutParts(found: readonly FoundSdk[]): readonly FoundSdk[] {
  const inside = new Set(found.flatMap(({ sdk }) => sdk.insteadOf));
  return found.filter(({ sdk }) => !inside.has(sdk.id));
}

function namesIn(text: string, names: Manifest['names']): ReadonlySet<string> | undefined {
  try {
    return new Set(names(text));
  } catch {
    return undefined;
  }
}

function inPackageJson(text: string): readonly string[] {
  const manifest = fieldsOf(parseJson(text));
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap(
    (key) => Object.keys(fieldsOf(manifest[key])),
  );
}

/** PEP 621, dependency groups (PEP 735) and Poetry's own tables. */
function inPyproject(text: string): readonly string[] {
  const manifest = fieldsOf(parseToml(text));
  const project = fieldsOf(manifest['project']);
  const poetry = fieldsOf(fieldsOf(manifest['tool'])['poetry']);
  const lists = [
    project['dependencies'],
    ...Object.values(fieldsOf(project['optional-dependencies'])),
    ...Object.values(fieldsOf(manifest['dependency-groups'])),
  ];
  const tables = [
    poetry['dependencies'],
    ...Object.values(fieldsOf(poetry['group'])).map((group) => fieldsOf(group)['dependencies']),
  ];
  return [
    ...lists.flatMap(itemsOf).flatMap(requirementName),
    ...tables.flatMap((table) => Object.keys(fieldsOf(table))).flatMap(requirementName),
  ];
}

function inRequirements(text: string): readonly string[] {
  return text.split('\n').flatMap(requirementName);
}

function itemsOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}

/** The name that a requirement (PEP 508) begins with, as PyPI compares names. */
function requirementName(requirement: unknown): readonly string[] {
  if (typeof requirement !== 'string') return [];
  const [name] = /^[A-Za-z0-9][A-Za-z0-9._-]*/.exec(requirement.trim()) ?? [];
  return name === undefined ? [] : [name.toLowerCase().replaceAll(/[._-]+/g, '-')];
}
