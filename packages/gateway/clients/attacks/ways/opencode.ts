import path from 'node:path';
import { toolCall } from '../../agents/agent.ts';
import { opencode } from '../../agents/opencode.ts';
import { addSettings } from './settings.ts';
import type { Ways } from './ways.ts';

export const opencodeWays: Ways = {
  agent: opencode,
  instructions: 'AGENTS.md',
  memory: '../.config/opencode/AGENTS.md',
  permissions: {
    file: 'opencode.json',
    allowing: (mark) => JSON.stringify({ permission: { bash: 'allow' }, username: mark }),
  },
  fetch: (url) => [{ mark: url, call: toolCall('webfetch', { url, format: 'text' }) }],
  // `run` takes no mentions: files come as arguments.
  mention: (file) => ({ words: file, args: ['--file', file, '--'] }),
  serve: ({ name, program, args }, { home }) => {
    const server = { type: 'local', command: [program, ...args], enabled: true };
    addSettings(path.join(home, '.config/opencode/opencode.json'), { mcp: { [name]: server } });
    return [];
  },
  delegate: (task) => [
    {
      mark: task,
      call: toolCall('task', { description: 'Read', prompt: task, subagent_type: 'general' }),
    },
  ],
  lacks: {},
};
