import { mkdirSync, writeFileSync } from 'node:fs';
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

const contextTokens = 200_000;
const usage = { input: 195_000, output: 10, cached: 0 };

/** Alibaba's Qwen Code, with an OpenAI-compatible provider. */
export const qwenCode: Agent = {
  name: 'qwen-code',
  package: '@qwen-code/qwen-code',
  protocol: 'chat',
  program: '.bin/qwen',
  tools: toolLines({
    reads: ['read_file', 'grep_search', 'glob', 'agent', 'list_agents', 'tool_search'],
    writes: ['write_file', 'edit', 'notebook_edit'],
    runs: ['run_shell_command', 'skill', 'tool_call'],
    notes: ['get_goal', 'update_goal'],
  }),
  settle: ({ home }) => {
    const folder = path.join(home, '.qwen');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(settings));
  },
  turn,
  calls: {
    write: (file, text, place) =>
      toolCall('write_file', { file_path: inWork(file, place), content: text }),
    read: (file, place) => toolCall('read_file', { file_path: inWork(file, place) }),
    run: (command) => toolCall('run_shell_command', { command, is_background: false }),
    view: (file, place) => toolCall('read_file', { file_path: inWork(file, place) }),
  },
  asksForSummary: /First, reason in your <analysis> block/,
  // It looks for what to remember once a conversation has ended.
  isBeside: /You are now acting as the managed memory extraction/,
  compaction: { by: 'usage', usage, summary: usage },
  side: {
    call: toolCall('agent', {
      description: 'Count',
      prompt: 'Count to three.',
      subagent_type: 'general-purpose',
    }),
  },
  failed: /Exit Code: 3/,
  tooLong: /maximum context length/,
  lacks: {},
};

const settings = {
  general: { disableAutoUpdate: true, disableUpdateNag: true },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  security: { auth: { selectedType: 'openai' } },
  model: {
    name: 'scripted',
    generationConfig: { modalities: { image: true }, contextWindowSize: contextTokens },
  },
};

function turn(
  { prompt, continues = false, args = [] }: Turn,
  { key, url }: Place,
): ReturnType<Agent['turn']> {
  const resume = continues ? ['--continue'] : [];
  return {
    args: [...resume, '--yolo', '--auth-type', 'openai', '-m', 'scripted', ...args, '-p', prompt],
    env: {
      ...offline,
      OPENAI_API_KEY: key,
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: 'scripted',
    },
  };
}
