import type * as z from 'zod/mini';
import { isRecord } from '../../history/document.ts';
import type { PolicyFile, PolicyFiles, Written } from './policy-files.ts';
import { includedShape, namedFilesShape, serversShape } from './files-shape.ts';
import { templatesShape } from './policy-shape.ts';
import { readShape } from './shape.ts';
import type { Section } from './templates.ts';

const headings = ['templates', 'tools', 'groups', 'servers'] as const;

/** The rest is read once it is joined. */
const shapes: { readonly [heading: string]: z.ZodMiniType } = {
  templates: templatesShape,
  servers: serversShape,
};

/** What a file and the files that it includes say of tools, under each heading. */
export type Sections = Readonly<Record<(typeof headings)[number], Section>>;

/** Reads a file and all that it includes. What two of them name is a mistake in the second. */
export async function readSections(first: PolicyFile, files: PolicyFiles): Promise<Sections> {
  const sections = {
    templates: new Map<string, Written>(),
    tools: new Map<string, Written>(),
    groups: new Map<string, Written>(),
    servers: new Map<string, Written>(),
  };
  const all = [first];
  // A list that grows while it is walked.
  for (const file of all) {
    for (const heading of headings) join(sections[heading], { file, heading }, files);
    for (const named of includedBy(file, files)) {
      const found = await files.fileNamed(named);
      if (found === undefined) continue;
      if (all.includes(found)) files.report(named, includedTwice);
      else if (isPart(found, files)) all.push(found);
    }
  }
  return sections;
}

const includedTwice = {
  message: 'this file is included already',
  hint: 'leave it out: what it says holds in all files of the policy',
};

function join(
  section: Map<string, Written>,
  { file, heading }: { readonly file: PolicyFile; readonly heading: (typeof headings)[number] },
  files: PolicyFiles,
): void {
  const named = isRecord(file.text.value) ? file.text.value[heading] : undefined;
  const shape = named === undefined ? undefined : shapes[heading];
  if (shape !== undefined) readShape(shape, named, files.reporter({ file, at: [heading] }));
  if (!isRecord(named)) return;
  for (const [name, value] of Object.entries(named)) {
    const at = [heading, name];
    const before = section.get(name);
    if (before === undefined) section.set(name, { file, at, value });
    else files.report({ file, at }, { ...saidTwice(name, before.file), onKey: true });
  }
}

function saidTwice(name: string, before: PolicyFile): { message: string; hint: string } {
  const where = before.name === undefined ? 'the policy itself' : `\`${before.name}\``;
  return { message: `\`${name}\` stands in ${where} too`, hint: 'leave out one of the two' };
}

function includedBy(
  file: PolicyFile,
  files: PolicyFiles,
): readonly (Written & { readonly value: string })[] {
  const names = isRecord(file.text.value) ? file.text.value['include'] : undefined;
  if (names === undefined) return [];
  const read = readShape(namedFilesShape, names, files.reporter({ file, at: ['include'] }));
  return (read ?? []).map((value, index) => ({ file, at: ['include', index], value }));
}

/** An included file says things of tools, and nothing that holds for the whole policy. */
function isPart(file: PolicyFile, files: PolicyFiles): boolean {
  const { problems } = files;
  const before = problems.length;
  readShape(includedShape, file.text.value, files.reporter({ file, at: [] }));
  return problems.length === before;
}
