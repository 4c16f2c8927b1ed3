import path from 'node:path';
import { toolCall } from '../../agents/agent.ts';
import { claudeCode } from '../../agents/claude-code.ts';
import { addSettings } from './settings.ts';
import type { Ways } from './ways.ts';

export const claudeCodeWays: Ways = {
  agent: claudeCode,
  instructions: 'CLAUDE.md',
  memory: '../.claude/CLAUDE.md',
  permissions: {
    file: '.claude/settings.json',
    allowing: (mark) => JSON.stringify({ permissions: { allow: ['Bash(*)'] }, env: { BY: mark } }),
  },
  serve: ({ name, program, args }, { home }) => {
    const file = path.join(home, 'servers.json');
    addSettings(file, { mcpServers: { [name]: { command: program, args } } });
    return ['--mcp-config', file, '--strict-mcp-config'];
  },
  lookForTool: toolCall('ToolSearch', { query: 'select:mcp__money__rates', max_results: 5 }),
  delegate: (task) => [
    {
      mark: task,
      call: toolCall('Agent', {
        description: 'Read',
        prompt: task,
        subagent_type: 'general-purpose',
      }),
    },
  ],
  lacks: {},
};
