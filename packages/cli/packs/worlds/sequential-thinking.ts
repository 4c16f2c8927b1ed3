import { programOf } from '../installed.ts';
import { planted, type MakeWorld } from '../world.ts';

/** The server keeps names of branches, so those of one run come back in another. */
export const sequentialThinkingWorld: MakeWorld = async () => {
  const thought = { thought: 'own', nextThoughtNeeded: true, thoughtNumber: 1, totalThoughts: 2 };
  const branch = { branchFromThought: 1, branchId: planted('content') };
  return {
    command: programOf('npm', 'mcp-server-sequential-thinking'),
    args: [],
    calls: [
      { tool: 'sequentialthinking', args: { ...thought, ...branch }, shows: [] },
      { tool: 'sequentialthinking', args: { ...thought, thoughtNumber: 2 } },
      { tool: 'sequentialthinking', args: { thought: 'own' }, fails: true, shows: [] },
    ],
  };
};
