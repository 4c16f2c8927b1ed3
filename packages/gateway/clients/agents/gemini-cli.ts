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

/** Google's Gemini CLI, with an API key. */
export const geminiCli: Agent = {
  name: 'gemini-cli',
  package: '@google/gemini-cli',
  protocol: 'gemini',
  program: '.bin/gemini',
  tools: toolLines({
    reads: ['read_file', 'list_directory', 'grep_search', 'glob', 'invoke_agent'],
    writes: ['write_file', 'replace'],
    runs: ['run_shell_command', 'web_fetch', 'google_web_search', 'activate_skill'],
    notes: [
      'update_topic',
      'write_todos',
      'enter_plan_mode',
      'list_background_processes',
      'read_background_output',
    ],
  }),
  settle: ({ home }) => {
    const folder = path.join(home, '.gemini');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(settings));
  },
  turn,
  calls: {
    write: (file, text, place) =>
      toolCall('write_file', { file_path: inWork(file, place), content: text }),
    read: (file, place) => toolCall('read_file', { file_path: inWork(file, place) }),
    run: (command) => toolCall('run_shell_command', { command }),
    view: (file, place) => toolCall('read_file', { file_path: inWork(file, place) }),
  },
  // It has the model look at its summary once more.
  asksForSummary: /^(?:Generate a new|Critically evaluate the) <state_snapshot>/,
  compaction: { by: 'usage', usage: { input: 20, output: 10, cached: 0 } },
  side: { call: toolCall('invoke_agent', { agent_name: 'generalist', prompt: 'Count to three.' }) },
  failed: /Exit Code: 3/,
  tooLong: /maximum context length|exceeds the maximum number of tokens/,
  lacks: {},
};

const settings = {
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
  // Of a million tokens, which it counts itself: its own prompt has 6,000.
  model: { compressionThreshold: 0.008 },
};

function turn(
  { prompt, continues = false, args = [] }: Turn,
  { key, url }: Place,
): ReturnType<Agent['turn']> {
  const resume = continues ? ['--resume', 'latest'] : [];
  return {
    args: [...resume, '--skip-trust', '--yolo', '-m', 'gemini-2.5-pro', ...args, '-p', prompt],
    env: { ...offline, GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url },
  };
}
