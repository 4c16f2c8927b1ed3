import type { Agent } from './agent.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';

/** All agents that `npm run clients` runs. */
export const agents: readonly Agent[] = [codex, claudeCode];
