import { stringify } from 'yaml';
import { closedSchema, freedomOf, guess, type Freedom } from './guess.ts';
import { renamed, splitPack, type PackTool } from './pack-tools.ts';
import type { Pack } from './packs.ts';
import type { McpServer } from './project/mcp-servers.ts';
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
}

/** Every line that holds this is to be looked at. */
export const guessMark = '# guess:';

const bottom = 'trusted & everyone';
const top = 'untrusted & nobody';

const head = `# yaml-language-server: $schema=./node_modules/@sluice/core/policy.schema.json
#
# Written by \`sluice init\`. What follows "${guessMark.slice(2)}" was read from files and never tried: look at
# each, correct it, and delete the words. Then type: sluice policy check sluice.yaml
#
# Two dimensions: whose word it is, and who may read it.
version: 1

lattice:
  integrity: { chain: [trusted, untrusted] }
  confidentiality: { readers: any }
`;

const answer = `
onViolation: ask

answer:
  ceiling: ${top}
  # A link or an image in the answer makes the reader's screen fetch or offer an address.
  withLinks: ${bottom}
`;

/** The text of a first `sluice.yaml`. */
export function policyText(parts: PolicyParts): string {
  const sections = [...packSections(parts), ...ownSections(parts), ...unknownSections(parts)];
  const body = sections.join('\n');
  const groups = body.includes('@holder') ? groupsText(parts.holder) : '';
  const tools = /^ {2}[\w"']/m.test(body) ? `tools:\n${body}` : `tools: {}\n${body}`;
  return `${head}${groups}${answer}\n${tools.trimEnd()}\n`;
}

function groupsText(holder: readonly string[]): string {
  const addresses = holder.map((each) => stringify(each).trim()).join(', ');
  return `
groups:
  # The addresses of whoever holds the accounts: what only the holder may read may be mailed to
  # them. While the list is empty, that is for nobody.
  holder: [${addresses}]
`;
}

/** Tools of packs in the order of the servers; one that two servers share is asked about. */
function packSections({ packed, toolNames, tools }: PolicyParts): readonly string[] {
  const seen = new Set<string>();
  const shared = sharedNames({ packed, toolNames, tools });
  const sections: string[] = [];
  for (const { server, pack, by } of packed) {
    const id = `${pack.name}/${toolNames === 'plain' ? '' : server.name}`;
    if (seen.has(id)) continue;
    seen.add(id);
    const texts = splitPack(pack)
      .tools.map((tool) => renamed(tool, nameOf(tool, server, toolNames)))
      .filter(({ name }) => !shared.has(name));
    sections.push(
      `  ${guessMark} \`${printable(server.name)}\` in ${server.file} is a server of the pack ` +
        `\`${pack.name}\`, for\n  # it starts or reaches ${printable(by)}; see docs/policy-packs.md.\n` +
        `${texts.map(({ text }) => text).join('\n')}\n`,
    );
  }
  const asked = [...shared].map((name) => unknownTool(name, 'more than one tool has this name'));
  return [...sections, ...asked];
}

function sharedNames({
  packed,
  toolNames,
  tools,
}: Pick<PolicyParts, 'packed' | 'toolNames' | 'tools'>): ReadonlySet<string> {
  const own = new Set(tools.filter(({ from }) => from === 'own').map(({ name }) => name));
  const byName = new Map<string, Set<string>>();
  for (const { server, pack } of packed) {
    for (const tool of splitPack(pack).tools) {
      const name = nameOf(tool, server, toolNames);
      byName.set(name, (byName.get(name) ?? new Set()).add(pack.name));
    }
  }
  const shared = [...byName].filter(([name, packs]) => packs.size > 1 || own.has(name));
  return new Set(shared.map(([name]) => name));
}

/** Claude Code and its SDK give the model `mcp__SERVER__TOOL`; others the server's own names. */
function nameOf(
  { name }: PackTool,
  server: McpServer,
  toolNames: PolicyParts['toolNames'],
): string {
  if (toolNames === 'plain') return name;
  return `mcp__${server.name.replaceAll(/[^A-Za-z0-9_-]/g, '_')}__${name}`;
}

function ownSections({ tools, packed, toolNames, acting }: PolicyParts): readonly string[] {
  const taken = new Set(
    packed.flatMap(({ server, pack }) =>
      splitPack(pack).tools.map((tool) => nameOf(tool, server, toolNames)),
    ),
  );
  // No policy can name such a tool. One without an entry is the strictest anyway.
  const isNamed = ({ name }: FoundTool): boolean => name !== '__proto__' && !taken.has(name);
  return tools.filter(isNamed).map((tool) => ownTool(tool, acting));
}

function ownTool(tool: FoundTool, acting: PolicyParts['acting']): string {
  const guessed = guess(tool);
  const { freedom, isOpened } = freedomOf(guessed, acting);
  const isOwn = tool.from === 'own';
  return [
    `  ${yamlKey(tool.name)}: # ${printable(tool.where)}`,
    ...(isOwn
      ? [`    description: trusted ${guessMark} its description is the project's own`]
      : []),
    `    ${guessMark} ${guessed.because}${isOpened ? '; opened by your answer' : ''}`,
    ...callLines(freedom, tool.parameters),
    ...resultLines,
    '',
  ].join('\n');
}

function callLines(freedom: Freedom, parameters: unknown): readonly string[] {
  switch (freedom) {
    case 'asks':
      return ['    call: never # a person is asked each time'];
    case 'own-words':
      return [
        `    call: { ceiling: ${bottom} } # only where nothing that was read had a part in it`,
      ];
    case 'free':
      return [
        `    effect: read ${guessMark} as above`,
        '    call:',
        `      ceiling: ${top} # any text may lead to it`,
        `      schema: ${JSON.stringify(closedSchema(parameters))}`,
      ];
  }
}

const resultLines: readonly string[] = [
  `    ${guessMark} strangers may have written what it returns, and nobody else may read it`,
  `    result: { format: text, label: ${top} }`,
];

function unknownTool(name: string, because: string): string {
  return [
    `  ${yamlKey(name)}:`,
    `    ${guessMark} ${because}`,
    '    call: never # a person is asked each time',
    ...resultLines,
    '',
  ].join('\n');
}

function unknownSections({ unknown }: PolicyParts): readonly string[] {
  return unknown.map(
    ({ name, file }) =>
      `  ${guessMark} nothing is known of the server \`${printable(name)}\` in ${file}: until its tools stand\n` +
      '  # here, a person is asked about each call, and what they return is for nobody.\n',
  );
}

/** Names that YAML would read as something else than a text stand in quotes. */
function yamlKey(name: string): string {
  const isPlain = /^[A-Za-z_][\w-]*$/.test(name) && !reserved.test(name);
  return isPlain ? name : JSON.stringify(name);
}

const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** A name in a comment must not end the comment. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 80);
}
