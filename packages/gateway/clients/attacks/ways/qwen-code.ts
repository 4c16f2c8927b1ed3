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
  fetch: (url) => toolCall('web_fetch', { url, prompt: 'Say what it says.' }),
  serve: ({ name, program, args }, { home }) => {
    const mcpServers = { [name]: { command: program, args, trust: true } };
    addSettings(path.join(home, '.qwen/settings.json'), { mcpServers });
    return [];
  },
  delegate: (task) => [{ mark: task, call: toolCall('agent', { description: 'Read', prompt: task, subagent_type: 'general-purpose' }) }],
  lacks: {},
};
