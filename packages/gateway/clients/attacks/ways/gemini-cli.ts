import path from 'node:path';
import { toolCall } from '../../agents/agent.ts';
import { geminiCli } from '../../agents/gemini-cli.ts';
import { addSettings } from './settings.ts';
import type { Ways } from './ways.ts';

export const geminiCliWays: Ways = {
  agent: geminiCli,
  instructions: 'GEMINI.md',
  memory: '../.gemini/GEMINI.md',
  permissions: {
    file: '.gemini/settings.json',
    allowing: (mark) => JSON.stringify({ tools: { allowed: ['run_shell_command'] }, by: mark }),
  },
  // Its own tools read no page of this machine, and nothing that git ignores.
  readIgnored: (file) => toolCall('run_shell_command', { command: `cat ${file}` }),
  serve: ({ name, program, args }, { home }) => {
    const mcpServers = { [name]: { command: program, args, trust: true } };
    addSettings(path.join(home, '.gemini/settings.json'), { mcpServers });
    return [];
  },
  delegate: (task) => [
    { mark: task, call: toolCall('invoke_agent', { agent_name: 'generalist', prompt: task }) },
  ],
  reports: (response) => toolCall('complete_task', { result: { response } }),
  lacks: {},
};
