import { stringify } from 'yaml';
import { type Dimensions, type Draft, draftOf } from './draft/draft.ts';
import { dataLines, exampleLines } from './draft/example-text.ts';
import { argumentsOf } from './draft/role.ts';
import { beyondTemplate, labelsOf, templateName, templateText } from './draft/template-text.ts';
import type { Mount } from './mounts.ts';
import { nameByServer, renamed, splitPack } from './pack-tools.ts';
import type { Pack } from './packs.ts';
import { shortLine } from '../show/printable.ts';
import type { McpServer } from './project/mcp-servers.ts';
import { nameOf, offeredName, sharedNames } from './shared-names.ts';
import type { FoundTool } from './tools/found-tool.ts';

/** The facts that the first policy is made of. */
export interface PolicyParts {
  readonly packed: readonly {
    readonly server: McpServer;
    readonly pack: Pack;
    readonly by: string;
  }[];
  /** Servers that no pack is for. */
  readonly unknown: readonly McpServer[];
  readonly tools: readonly FoundTool[];
  /** The name of a server's tool as the model sees it. */
  readonly toolNames: 'plain' | 'by-server';
  /** Addresses of whoever the accounts belong to. */
  readonly holder: readonly string[];
  /** How to take tools that seem to act: ask each time, or allow on the user's words alone. */
  readonly acting: 'ask' | 'own-words';
  /** Packs say who may read what; so a policy with one does. */
  readonly dimensions: Dimensions;
}

/** Of a name in a comment. */
const nameMax = 80;

/** True if a policy names data, or says in a comment how it could. A tool may be called so, too. */
export function hasData(text: string): boolean {
  return /^\s+data:$|\bdata: \{ (?!like)/m.test(text);
}

/** Every line that holds this is to be looked at. */
export const guessMark = '# guess:';

const head = `# yaml-language-server: $schema=./node_modules/@sluice/core/policy.schema.json
#
# Written by \`sluice init\`. A comment that begins with "guess" says what was read from files and
# never tried: look at each, correct it, and delete the comment. Then type:
#   sluice policy check sluice.yaml
version: 1
`;

const lattices: Readonly<Record<Dimensions, string>> = {
  integrity: `
# Whose word it is. Who may read it is another dimension: see docs/labels.md.
lattice:
  integrity: { chain: [trusted, untrusted] }
`,
  readers: `
# Two dimensions: whose word it is, and who may read it.
lattice:
  integrity: { chain: [trusted, untrusted] }
  confidentiality: { readers: any }
`,
};

function answerText(dimensions: Dimensions): string {
  return `
onViolation: ask

answer:
  ceiling: top
  # A link or an image in the answer makes the reader's screen fetch or offer an address.
  withLinks: ${labelsOf(dimensions).bottom}
`;
}

const ofShapes = `
# Of each \`shape\` that is below its label, in the packs.
because: Whoever adds an item changes a count, and nothing else.
`;

/** The text of a first `sluice.yaml`; the packs of `mounts` stand in files of their own. */
export function policyText(parts: PolicyParts, mounts: readonly Mount[] = []): string {
  const dimensions = parts.packed.length > 0 ? 'readers' : parts.dimensions;
  const own = ownTools({ ...parts, dimensions });
  const asked = sharedTools(parts);
  const sections = [
    ...packSections(parts, mounts),
    ...asked.map((tool) => toolText(tool)),
    ...own.map((tool) => toolText(tool, examplesFor(tool, own, dimensions))),
    ...unknownSections(parts),
  ];
  const body = sections.join('\n');
  const texts = [body, ...mounts.map(({ pack }) => pack.text)];
  const groups = texts.some((each) => each.includes('@holder')) ? groupsText(parts.holder) : '';
  const tools = /^ {2}[\w"']/m.test(body) ? `tools:\n${body}` : `tools: {}\n${body}`;
  const templates = templatesText([...asked, ...own], dimensions);
  const because = texts.some((each) => each.includes(' shape:')) ? ofShapes : '';
  const answer = `${answerText(dimensions)}${because}`;
  const top = `${head}${lattices[dimensions]}${groups}${answer}${mountsText(mounts)}${templates}`;
  return `${top}\n${tools.trimEnd()}\n`;
}

function templatesText(tools: readonly DraftedTool[], dimensions: Dimensions): string {
  const byName = new Map(tools.map(({ draft }) => [templateName(draft), draft]));
  if (byName.size === 0) return '';
  const labels = labelsOf(dimensions);
  const texts = [...byName.values()].map((draft) => templateText(draft, labels));
  return `\ntemplates:\n${texts.join('\n')}`;
}

function groupsText(holder: readonly string[]): string {
  const addresses = holder.map((each) => stringify(each).trim()).join(', ');
  return `
groups:
  # The addresses of whoever holds the accounts: tools that send to addresses may send to these what
  # only the holder may read. While the list is empty, that is for nobody.
  holder: [${addresses}]
`;
}

/** The section of the policy that takes the tools of these packs. */
function mountsText(mounts: readonly Mount[]): string {
  if (mounts.length === 0) return '';
  const lines = mounts.map(
    ({ pack, file, prefixes, servers }) =>
      `  ${guessMark} these are servers of the pack \`${pack.name}\`, by what they start or reach:\n` +
      servers.map(serverLine).join('') +
      `  ${pack.name}: { tools: ${file}, prefixes: [${prefixes.join(', ')}] }\n`,
  );
  return `\n# Each tool of a pack, under the name of each server; see docs/policy-packs.md.\nservers:\n${lines.join('')}`;
}

function serverLine({ server, by }: PolicyParts['packed'][number]): string {
  return `  #   \`${shortLine(server.name, nameMax)}\` in ${server.file}: ${shortLine(by, nameMax)}\n`;
}

/** Tools of packs in the order of the servers. */
function packSections(parts: PolicyParts, mounts: readonly Mount[]): readonly string[] {
  const seen = new Set<string>();
  const shared = sharedNames(parts);
  const sections: string[] = [];
  for (const { server, pack, by } of parts.packed) {
    if (mounts.some((mount) => mount.pack === pack)) continue;
    // Two servers may be spelled alike in the names that a client gives their tools.
    const id = `${pack.name}/${parts.toolNames === 'plain' ? '' : nameByServer(server, '')}`;
    if (seen.has(id)) continue;
    seen.add(id);
    const texts = splitPack(pack)
      .tools.map((tool) => renamed(tool, nameOf(tool, server, parts.toolNames)))
      .filter(({ name }) => !shared.has(name));
    sections.push(
      `  ${guessMark} \`${shortLine(server.name, nameMax)}\` in ${server.file} is a server of the pack ` +
        `\`${pack.name}\`, for\n  # it starts or reaches ${shortLine(by, nameMax)}; see docs/policy-packs.md.\n` +
        `${texts.map(({ text }) => text).join('\n')}\n`,
    );
  }
  return sections;
}

/** A tool with its guess, and where it was found. */
interface DraftedTool {
  readonly name: string;
  readonly draft: Draft;
  readonly because: string;
  readonly isOwn: boolean;
  readonly parameters?: unknown;
  /** Of what a server says of the tool. */
  readonly pin?: string | undefined;
}

/** One that two servers share is asked about. */
function sharedTools(parts: PolicyParts): readonly DraftedTool[] {
  return [...sharedNames(parts)].map((name) => ({
    name,
    draft: {
      effect: 'write',
      call: 'asked',
      schema: undefined,
      data: [],
      possibleData: [],
      result: 'strangers',
      because: [],
      looser: [],
    },
    because: 'more than one tool has this name',
    isOwn: false,
  }));
}

function ownTools({
  tools,
  packed,
  toolNames,
  acting,
  dimensions,
}: PolicyParts): readonly DraftedTool[] {
  const taken = new Set(
    packed.flatMap(({ server, pack }) =>
      splitPack(pack).tools.map((tool) => nameOf(tool, server, toolNames)),
    ),
  );
  const shared = sharedNames({ packed, toolNames, tools });
  // No policy can name such a tool. One without an entry is the strictest anyway.
  const isNamed = ({ name }: { readonly name: string }): boolean =>
    name !== '__proto__' && !taken.has(name) && !shared.has(name);
  const named = tools.map((tool) => [offeredName(tool, toolNames), tool] as const);
  // Two files may name one server, which then offers each tool twice.
  const once = [...new Map(named)].map(([name, tool]) => ({ name, tool }));
  return once.filter(isNamed).map(({ tool, name }) => {
    const draft = draftOf(tool, { acting, dimensions });
    // An argument may have a name with a line break in it.
    const because = shortLine(`${[...new Set(draft.because)].join('; ')} (${tool.where})`, 300);
    return {
      name,
      draft,
      because,
      isOwn: tool.from === 'own',
      parameters: tool.parameters,
      pin: tool.offered?.pins[toolNames] ?? tool.pin,
    };
  });
}

/** Only a tool with arguments shows what may be said of them. */
function examplesFor(
  { name, draft, parameters }: DraftedTool,
  tools: readonly DraftedTool[],
  dimensions: Dimensions,
): readonly string[] {
  const first = tools.find(
    (each) => each.draft.call === 'asked' && argumentsOf(each.parameters).length > 0,
  );
  const withData = tools.find(
    ({ draft: { data, possibleData } }) => data.length + possibleData.length > 0,
  );
  const labels = labelsOf(dimensions);
  return [
    ...exampleLines({ name, draft, parameters }, { labels, isFirst: first?.name === name }),
    ...dataLines(draft, { labels, isFirst: withData?.name === name }),
  ];
}

function toolText(
  { name, draft, because, isOwn, pin }: DraftedTool,
  examples: readonly string[] = [],
): string {
  // The project's own descriptions are as trusted as its code; a server's are pinned as they are.
  const pinned = pin === undefined ? {} : { description: { pin } };
  const more = isOwn ? { description: 'trusted' } : pinned;
  const looser = draft.looser.map(
    (each) =>
      `  # a model proposes: ${shortLine(each, nameMax)}; loosen it by hand, if that is right\n`,
  );
  return [
    `  ${guessMark} ${because}\n`,
    ...looser,
    ...examples.map((line) => `  # ${line}\n`),
    `  ${yamlKey(name)}: ${beyondTemplate(draft, more)}\n`,
  ].join('');
}

function unknownSections({ unknown }: PolicyParts): readonly string[] {
  return unknown.map(
    ({ name, file }) =>
      `  ${guessMark} nothing is known of the server \`${shortLine(name, nameMax)}\` in ${file}: until its tools stand\n` +
      '  # here, a person is asked about each call, and what they return is for nobody.\n',
  );
}

/** Names that YAML would read as something else than a text stand in quotes. */
function yamlKey(name: string): string {
  const isPlain = /^[A-Za-z_][\w-]*$/.test(name) && !reserved.test(name);
  return isPlain ? name : JSON.stringify(name);
}

const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
