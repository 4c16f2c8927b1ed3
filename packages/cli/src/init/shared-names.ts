import { nameByServer, splitPack, type PackTool } from './pack-tools.ts';
import type { PolicyParts } from './policy-text.ts';
import type { McpServer } from './project/mcp-servers.ts';
import type { FoundTool } from './tools/found-tool.ts';

/** Names that more than one tool has: of two packs, a pack and the project, or two servers. */
export function sharedNames({
  packed,
  toolNames,
  tools,
}: Pick<PolicyParts, 'packed' | 'toolNames' | 'tools'>): ReadonlySet<string> {
  const byName = new Map<string, Set<string>>();
  const add = (name: string, owner: string): void => {
    byName.set(name, (byName.get(name) ?? new Set()).add(owner));
  };
  for (const { server, pack } of packed) {
    for (const tool of splitPack(pack).tools) {
      add(nameOf(tool, server, toolNames), `pack ${pack.name}`);
    }
  }
  for (const tool of tools) {
    // A list in the project may name the tools that the pack's server offers.
    if (tool.offered !== undefined) add(offeredName(tool, toolNames), offeredBy(tool, toolNames));
    else if (tool.from === 'own') add(tool.name, 'the project');
  }
  const listed = new Set(
    tools.flatMap(({ from, offered, name }) =>
      from === 'listed' && offered === undefined ? [name] : [],
    ),
  );
  const isOffered = new Set(
    tools.flatMap((tool) => (tool.offered === undefined ? [] : [offeredName(tool, toolNames)])),
  );
  const shared = [...byName].filter(
    ([name, owners]) => owners.size > 1 || (isOffered.has(name) && listed.has(name)),
  );
  return new Set(shared.map(([name]) => name));
}

/** The server, and all that it says of the tool: one that says two things of a name has two. */
function offeredBy({ offered, hints }: FoundTool, toolNames: PolicyParts['toolNames']): string {
  return `server ${JSON.stringify([offered?.server.name, offered?.pins[toolNames], hints])}`;
}

/** A tool of a server, as a client gives it to the model. */
export function nameOf(
  { name }: Pick<PackTool, 'name'>,
  server: McpServer,
  toolNames: PolicyParts['toolNames'],
): string {
  if (toolNames === 'plain') return name;
  return nameByServer(server, name);
}

/** A tool that its server offers has the name that the model will see. */
export function offeredName(
  { name, offered }: FoundTool,
  toolNames: PolicyParts['toolNames'],
): string {
  return offered === undefined ? name : nameOf({ name }, offered.server, toolNames);
}
