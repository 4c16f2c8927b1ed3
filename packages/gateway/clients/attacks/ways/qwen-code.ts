import path from 'node:path';
import { toolCall } from '../../agents/agent.ts';
import { qwenCode } from '../../agents/qwen-code.ts';
import { addSettings } from './settings.ts';
import type { Ways } from './ways.ts';

export const qwenCodeWays: Ways = {
  agent: qwenCode,
  instructions: 'QWEN.md',
  memory: '../.qwen/QWEN.md',
  permissions: {
    file: '.qwen/settings.json',
    allowing: (mark) => JSON.stringify({ tools: { approvalMode: 'yolo' }, ui: { theme: mark } }),
  },
  // It shows the tool only after a search, and calls it by another one.
  fetch: (url) => [
    { mark: 'select:web_fetch', call: toolCall('tool_search', { query: 'select:web_fetch' }) },
    { mark: url, call: toolCall('tool_call', { name: 'web_fetch', arguments: asked(url) }) },
  ],
  serve: ({ name, program, args }, { home }) => {
    const mcpServers = { [name]: { command: program, args, trust: true } };
    addSettings(path.join(home, '.qwen/settings.json'), { mcpServers });
    return [];
  },
  delegate: (task) => [
    {
      mark: task,
      call: toolCall('agent', {
        description: 'Read',
        prompt: task,
        subagent_type: 'general-purpose',
      }),
    },
  ],
  lacks: {},
};

function asked(url: string): object {
  return { url, prompt: 'Say what it says.' };
}
