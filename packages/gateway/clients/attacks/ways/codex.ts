import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { codex } from '../../agents/codex.ts';
import type { Ways } from './ways.ts';

export const codexWays: Ways = {
  agent: codex,
  instructions: 'AGENTS.md',
  memory: '../.codex/AGENTS.md',
  permissions: {
    file: '.codex/config.toml',
    allowing: (mark) => `approval_policy = "never" # ${mark}`,
  },
  readsMentioned: true,
  serve: ({ name, program, args }, { home }) => {
    const lines = `command = ${JSON.stringify(program)}\nargs = ${JSON.stringify(args)}\n`;
    appendFileSync(path.join(home, '.codex/config.toml'), `[mcp_servers.${name}]\n${lines}`);
    return [];
  },
  delegate: (task) => ({
    tool: 'spawn_agent',
    namespace: 'multi_agent_v1',
    args: JSON.stringify({ message: task }),
  }),
  delegateArgs: ['--model', 'gpt-5.2-codex'],
  lacks: {},
};
