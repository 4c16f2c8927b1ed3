import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { platformPackage } from '../world/platform.ts';
import {
  type Agent,
  inWork,
  offline,
  type Place,
  toolCall,
  toolLines,
  type Turn,
} from './agent.ts';

/** opencode, with an OpenAI-compatible provider of its own. */
export const opencode: Agent = {
  name: 'opencode',
  package: 'opencode-ai',
  protocol: 'chat',
  program: `opencode-${platformPackage}/bin/opencode`,
  tools: toolLines({
    reads: ['read', 'glob', 'grep', 'task'],
    writes: ['write', 'edit'],
    runs: ['bash', 'webfetch', 'skill'],
    notes: ['todowrite', 'invalid'],
  }),
  settle: ({ home, url, key }) => {
    const folder = path.join(home, '.config/opencode');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'opencode.json'), JSON.stringify(settings(url, key)));
  },
  turn,
  calls: {
    write: (file, text, place) =>
      toolCall('write', { filePath: inWork(file, place), content: text }),
    read: (file, place) => toolCall('read', { filePath: inWork(file, place) }),
    run: (command) => toolCall('bash', { command, description: 'As asked' }),
    view: (file, place) => toolCall('read', { filePath: inWork(file, place) }),
  },
  asksForSummary: /^Here is the conversation so far:/,
  compaction: { by: 'usage', usage: { input: 200_000, output: 10, cached: 0 } },
  side: {
    call: toolCall('task', {
      description: 'Count',
      prompt: 'Count to three.',
      subagent_type: 'general',
    }),
  },
  failed: /no output/,
  tooLong: 'compacts',
  lacks: {},
};

function settings(url: string, apiKey: string): object {
  const model = {
    name: 'scripted',
    attachment: true,
    tool_call: true,
    modalities: { input: ['text', 'image'], output: ['text'] },
    limit: { context: 200_000, output: 4096 },
  };
  return {
    autoupdate: false,
    share: 'disabled',
    model: 'guarded/scripted',
    small_model: 'guarded/scripted',
    provider: {
      guarded: {
        npm: '@ai-sdk/openai-compatible',
        name: 'guarded',
        options: { baseURL: `${url}/v1`, apiKey },
        models: { scripted: model },
      },
    },
  };
}

/** A message in one argument would be put in quotes. */
function turn(
  { prompt, continues = false, args = [] }: Turn,
  _place: Place,
): ReturnType<Agent['turn']> {
  const resume = continues ? ['--continue'] : [];
  return {
    args: ['run', '--auto', '--pure', ...resume, ...args, ...prompt.split(' ')],
    env: {
      ...offline,
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_SHARE: '1',
    },
  };
}
