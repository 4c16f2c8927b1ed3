import { canonicalJson } from '../../history/json/canonical.ts';
import { memberOf } from '../../history/document.ts';
import type { PolicyFiles, Said, Written } from './policy-files.ts';
import { serverShape } from './files-shape.ts';
import { readSections, type Sections } from './sections.ts';
import { readShape } from './shape.ts';
import { resolvedTool, type ResolvedTool } from './templates.ts';

/** The policy into which packs are mounted. */
export interface Mounting {
  readonly servers: Iterable<Written>;
  readonly tools: Map<string, ResolvedTool>;
  readonly groups: Map<string, Written>;
  readonly lattice: unknown;
}

/** Adds the tools of each server's pack, under each name that a client gives them. */
export async function mountServers(into: Mounting, files: PolicyFiles): Promise<void> {
  const ownGroups = new Set(into.groups.keys());
  for (const server of into.servers) {
    const pack = await packOf(server, into.lattice, files);
    if (pack === undefined) continue;
    const { sections, prefixes } = pack;
    for (const [name, group] of sections.groups) {
      if (!ownGroups.has(name)) addGroup(into.groups, { name, group, server }, files);
    }
    for (const prefix of prefixes) {
      for (const [name, tool] of sections.tools) {
        const mounted = `${prefix}${name}`;
        if (into.tools.has(mounted)) files.report(server, namedTwice(mounted));
        else into.tools.set(mounted, resolvedTool(tool, sections.templates, files));
      }
    }
  }
}

interface Pack {
  readonly sections: Sections;
  readonly prefixes: readonly string[];
}

async function packOf(
  server: Written,
  lattice: unknown,
  files: PolicyFiles,
): Promise<Pack | undefined> {
  // Its mistakes are told where the section is read.
  const read = readShape(serverShape, server.value, () => {});
  if (read === undefined) return undefined;
  const named = { ...server, at: [...server.at, 'tools'], value: read.tools };
  const file = await files.fileNamed(named);
  if (file === undefined) return undefined;
  const sections = await readSections(file, files);
  const mistake = mistakeIn(sections, { own: memberOf(file.text.value, 'lattice'), lattice });
  if (mistake !== undefined) files.report(named, mistake);
  return mistake === undefined ? { sections, prefixes: read.prefixes ?? [''] } : undefined;
}

/** A label means what it meant to the pack's author only where the lattice is the same. */
function mistakeIn(
  { tools, servers }: Sections,
  { own, lattice }: { readonly own: unknown; readonly lattice: unknown },
): Said | undefined {
  if (tools.size === 0) {
    return { message: 'this file names no tools', hint: 'write the file of a pack: `mail.yaml`' };
  }
  if (servers.size > 0) {
    const hint = 'name the packs under `servers` of the policy itself';
    return { message: 'this pack has `servers` of its own', hint };
  }
  if (own === undefined || canonicalJson(own) === canonicalJson(lattice)) return undefined;
  return { message: 'this pack has another lattice', hint: 'write the same `lattice` in both' };
}

/** What the policy says of a group comes first; two packs must mean the same by one. */
function addGroup(
  groups: Map<string, Written>,
  {
    name,
    group,
    server,
  }: { readonly name: string; readonly group: Written; readonly server: Written },
  files: PolicyFiles,
): void {
  const before = groups.get(name);
  if (before === undefined) groups.set(name, group);
  else if (canonicalJson(before.value) !== canonicalJson(group.value)) {
    const message = `another pack means other people by the group \`${name}\``;
    files.report(server, { message, hint: `write \`${name}\` under \`groups\` of the policy` });
  }
}

function namedTwice(name: string): Said {
  return {
    message: `\`${name}\` is named twice`,
    hint: 'give the server other `prefixes`, or leave out one of the two',
  };
}
