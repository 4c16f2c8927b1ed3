import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Agent,
  inWork,
  offline,
  type Place,
  toolCall,
  toolLines,
  type Turn,
} from './agent.ts';

/** Continue's `cn`, with an OpenAI provider at another address. */
export const continueCli: Agent = {
  name: 'continue',
  package: '@continuedev/cli',
  protocol: 'chat',
  program: '.bin/cn',
  tools: toolLines({
    reads: ['Read', 'List', 'CheckBackgroundJob', 'Subagent'],
    writes: ['Write', 'Edit'],
    runs: ['Bash', 'Fetch', 'Skills'],
    notes: ['Checklist', 'AskQuestion', 'Exit'],
  }),
  settle: (place) => writeFileSync(settingsFile(place), settings(place)),
  turn,
  calls: {
    write: (file, text, place) =>
      toolCall('Write', { filepath: inWork(file, place), content: text }),
    read: (file, place) => toolCall('Read', { filepath: inWork(file, place) }),
    run: (command) => toolCall('Bash', { command }),
  },
  asksForSummary: /^Please provide a concise summary of our conversation so far/,
  // It counts by itself. What its command for this makes is not kept.
  compaction: { by: 'usage', usage: { input: 10, output: 10, cached: 0 } },
  // It tells the model nothing of the code that a command ended with.
  failed: /^$/,
  tooLong: /maximum context length/,
  lacks: {
    'side request': 'its sub-agents do not start without a screen, with or without the gateway',
    image: 'it reads a picture as text, and its command line takes none',
  },
};

function settingsFile({ home }: Place): string {
  return path.join(home, 'continue.yaml');
}

function settings({ url, key }: Place): string {
  const model = (name: string, roles: string): string => `  - name: ${name}
    provider: openai
    model: scripted
    apiBase: ${url}/v1
    apiKey: ${key}
    roles: [${roles}]
    capabilities: [tool_use, image_input]
    defaultCompletionOptions: { contextLength: 12000, maxTokens: 4096 }
`;
  return `name: guarded
version: 1.0.0
schema: v1
models:
${model('scripted', 'chat')}${model('counter', 'subagent')}    chatOptions: { baseSystemMessage: You count. }
`;
}

function turn(
  { prompt, continues = false, args = [] }: Turn,
  place: Place,
): ReturnType<Agent['turn']> {
  const resume = continues ? ['--resume'] : [];
  return {
    args: ['--config', settingsFile(place), '--auto', ...resume, ...args, '-p', prompt],
    env: {
      ...offline,
      CONTINUE_GLOBAL_DIR: path.join(place.home, '.continue'),
      CONTINUE_CLI_ENABLE_TELEMETRY: '0',
      CONTINUE_TELEMETRY_ENABLED: '0',
      CONTINUE_METRICS_ENABLED: '0',
    },
  };
}
