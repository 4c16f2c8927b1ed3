import { isRecord } from '../../history/document.ts';
import { limits } from '../../limits.ts';
import type { Finding, Location, PolicyProblem } from '../problem.ts';
import type { PolicyText } from './document.ts';
import { placed, PolicyFiles, type IncludeReader, type PolicyFile } from './policy-files.ts';
import { mountServers } from './servers.ts';
import { readSections, type Sections } from './sections.ts';
import { resolvedTool, type ResolvedTool, type Section } from './templates.ts';

/** A policy whose tools say all, whatever file and template it came from. */
export interface Resolved {
  readonly value: unknown;
  readonly problems: readonly PolicyProblem[];
  /** A problem of the resolved policy at the place where it was written. */
  readonly place: (finding: Finding) => PolicyProblem;
}

/** Writes out what a policy takes from other files, from its templates and from packs. */
export async function resolvePolicy(
  text: PolicyText,
  include: IncludeReader | undefined,
): Promise<Resolved> {
  const files = new PolicyFiles(include);
  const root: PolicyFile = { name: undefined, text };
  const { value } = text;
  if (!isRecord(value)) return { value, problems: [], place: text.place };
  const sections = await readSections(root, files);
  const tools = new Map(ownTools(sections, files));
  const groups = new Map(sections.groups);
  const servers = sections.servers.values();
  await mountServers({ servers, tools, groups, lattice: value['lattice'] }, files);
  const isBounded = withinBounds(tools, files, root);
  const { templates: _, include: __, servers: ___, ...rest } = value;
  return {
    value: {
      ...rest,
      // What is no mapping is left as it stands, so that it is reported.
      ...(isRecord(value['groups'] ?? {}) && groups.size > 0 && { groups: valuesOf(groups) }),
      ...(isRecord(value['tools']) && { tools: isBounded ? valuesOf(tools) : {} }),
    },
    problems: files.problems,
    place: (finding) => placeOf(finding, { root, groups, tools }),
  };
}

function* ownTools(
  sections: Sections,
  files: PolicyFiles,
): Iterable<readonly [string, ResolvedTool]> {
  for (const [name, tool] of sections.tools) {
    yield [name, resolvedTool(tool, sections.templates, files)];
  }
}

/** `Object.fromEntries` keeps a key `__proto__`, so that it is reported. */
function valuesOf(named: ReadonlyMap<string, { readonly value: unknown }>): object {
  return Object.fromEntries([...named].map(([name, { value }]) => [name, value]));
}

interface Places {
  readonly root: PolicyFile;
  readonly groups: Section;
  readonly tools: ReadonlyMap<string, ResolvedTool>;
}

function placeOf(finding: Finding, { root, groups, tools }: Places): PolicyProblem {
  const [section, name, ...below]: Location = finding.at;
  const tool = section === 'tools' ? tools.get(String(name)) : undefined;
  const group = section === 'groups' ? groups.get(String(name)) : undefined;
  const found =
    tool?.written(below) ?? (group && { file: group.file, at: [...group.at, ...below] });
  return found === undefined
    ? placed(root, finding)
    : placed(found.file, { ...finding, at: found.at });
}

/** A short template that thousands are like would stand for a huge policy. */
function withinBounds(
  tools: ReadonlyMap<string, ResolvedTool>,
  files: PolicyFiles,
  root: PolicyFile,
): boolean {
  const sizes = new Map<unknown, number>();
  let total = 0;
  for (const { value } of tools.values()) {
    total += sizeOf(value, sizes);
    if (total <= limits.policyNodesMax) continue;
    const message = `written out, the tools have more than ${limits.policyNodesMax} values`;
    files.report({ file: root, at: ['tools'] }, { message, hint: 'use shorter templates' });
    return false;
  }
  return true;
}

function sizeOf(value: unknown, known: Map<unknown, number>): number {
  if (typeof value !== 'object' || value === null) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  const parts: readonly unknown[] = Object.values(value);
  const size = parts.reduce<number>((sum, part) => sum + sizeOf(part, known), 1);
  known.set(value, size);
  return size;
}
