import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { ScriptedCall, Seen } from '../../../test/upstream/script.ts';
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
  lookForTool: lookFor('rates'),
  delegate: (task) => [
    { mark: 'spawn', call: lookFor('spawn and wait for agents') },
    { mark: task, call: ofAgents('spawn_agent', { message: task }) },
    { mark: 'targets', call: (seen) => ofAgents('wait_agent', { targets: startedIn(seen) }) },
  ],
  lacks: {},
};

/** It knows of most tools only after a search, which is an item of its own. */
function lookFor(query: string): ScriptedCall {
  const item = { type: 'tool_search_call', execution: 'client', arguments: { query } };
  return { tool: 'tool_search', args: '', item };
}

function ofAgents(tool: string, input: object): ScriptedCall {
  return { tool, namespace: 'multi_agent_v1', args: JSON.stringify(input) };
}

/** The ids of the agents that were started, as the model was told them. */
function startedIn({ messages }: Seen): readonly string[] {
  return messages.flatMap(({ text }) => /"agent_id":"([^"]+)"/.exec(text)?.[1] ?? []);
}
