import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { toolCall } from '../../agents/agent.ts';
import { continueCli } from '../../agents/continue.ts';
import type { Ways } from './ways.ts';

export const continueWays: Ways = {
  agent: continueCli,
  instructions: 'AGENTS.md',
  memory: '../.continue/rules/memory.md',
  permissions: {
    file: '../.continue/permissions.yaml',
    allowing: (mark) => `allow: ["*"] # ${mark}`,
  },
  fetch: (url) => [{ mark: url, call: toolCall('Fetch', { url }) }],
  // A mention is a word to it. `--prompt FILE` makes a file the user's own words, unmarked.
  readsMentioned: true,
  serve: ({ name, program, args }, { home }) => {
    const server = `{ name: ${name}, command: ${JSON.stringify(program)}, args: ${JSON.stringify(args)} }`;
    appendFileSync(path.join(home, 'continue.yaml'), `mcpServers: [${server}]\n`);
    return [];
  },
  lacks: {
    'MCP instructions': 'it shows no instructions of servers',
    'sub-agent': 'its sub-agents do not start without a screen',
    'image text': 'it reads a picture as text, and its command line takes none',
  },
};
