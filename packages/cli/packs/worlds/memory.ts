import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { programOf } from '../installed.ts';
import { planted, type MakeWorld } from '../world.ts';

/** A memory that an earlier run was talked into. */
export const memoryWorld: MakeWorld = async (folder) => {
  const file = path.join(folder, 'memory.jsonl');
  const name = planted('name');
  const lines = [
    { type: 'entity', name, entityType: 'person', observations: [planted('content')] },
    { type: 'entity', name: 'own', entityType: 'person', observations: ['tea'] },
    { type: 'relation', from: 'own', to: name, relationType: planted('content') },
  ];
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  const again = { entityName: name, contents: ['more'] };
  return {
    command: programOf('npm', 'mcp-server-memory'),
    args: [],
    env: { MEMORY_FILE_PATH: file },
    calls: [
      { tool: 'read_graph', args: {} },
      { tool: 'search_nodes', args: { query: 'tea' } },
      { tool: 'open_nodes', args: { names: ['own'] } },
      { tool: 'add_observations', args: { observations: [again] }, shows: [] },
      {
        tool: 'add_observations',
        args: { observations: [{ entityName: 'none', contents: ['x'] }] },
        fails: true,
        shows: [],
      },
      {
        tool: 'create_entities',
        args: { entities: [{ name: 'b', entityType: 't', observations: [] }] },
        shows: [],
      },
      {
        tool: 'create_relations',
        args: { relations: [{ from: 'own', to: name, relationType: 'r' }] },
        shows: [],
      },
      { tool: 'delete_relations', args: { relations: [] }, trusted: true },
      {
        tool: 'delete_observations',
        args: { deletions: [{ entityName: name, observations: ['more'] }] },
        trusted: true,
      },
      { tool: 'delete_entities', args: { entityNames: ['b'] }, trusted: true },
    ],
  };
};
