import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Act } from '../../agent-test/goal.ts';

/** How a client is told one thing without a screen, and what its model says to use its tools. */
export interface CheckTurn {
  readonly args: (prompt: string) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Settings in a home folder that is made for the check. */
  readonly settle?: (home: string) => void;
  readonly read: (file: string) => Act & { readonly kind: 'call' };
  readonly run: (command: string) => Act & { readonly kind: 'call' };
}

/** No model of any provider: clients that know a list of models are given one of it. */
const scripted = 'scripted';

const codexFlags = ['--dangerously-bypass-approvals-and-sandbox'];

/** By the names of the programs. */
export const checkTurns: Readonly<Record<string, CheckTurn>> = {
  codex: {
    // A model that it gives a tool for commands alone.
    args: (prompt) => ['exec', '--skip-git-repo-check', ...codexFlags, '-m', 'gpt-5.5', prompt],
    settle: (home) =>
      written(path.join(home, '.codex/config.toml'), 'check_for_update_on_startup = false\n'),
    read: (file) => call('exec_command', { cmd: `cat ${file}` }),
    run: (command) => call('exec_command', { cmd: command }),
  },
  claude: {
    args: (prompt) => ['-p', '--dangerously-skip-permissions', prompt],
    env: {
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      // Else it refuses to skip permissions as root.
      IS_SANDBOX: '1',
    },
    read: (file) => call('Read', { file_path: file }),
    run: (command) => call('Bash', { command, description: 'As asked' }),
  },
  opencode: {
    args: (prompt) => ['run', '--auto', '--pure', ...prompt.split(' ')],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_SHARE: '1',
      OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeSettings()),
    },
    read: (file) => call('read', { filePath: file }),
    run: (command) => call('bash', { command, description: 'As asked' }),
  },
  qwen: {
    args: (prompt) => ['--yolo', '-m', scripted, '-p', prompt],
    settle: (home) => json(path.join(home, '.qwen/settings.json'), quietly),
    read: (file) => call('read_file', { file_path: file }),
    run: (command) => call('run_shell_command', { command, is_background: false }),
  },
  cn: {
    args: (prompt) => ['--auto', '-p', prompt],
    env: {
      CONTINUE_CLI_ENABLE_TELEMETRY: '0',
      CONTINUE_TELEMETRY_ENABLED: '0',
      CONTINUE_METRICS_ENABLED: '0',
    },
    settle: (home) => json(path.join(home, '.continue/config.yaml'), continueSettings),
    read: (file) => call('Read', { filepath: file }),
    run: (command) => call('Bash', { command }),
  },
  gemini: {
    args: (prompt) => ['--skip-trust', '--yolo', '-m', 'gemini-2.5-pro', '-p', prompt],
    settle: (home) => json(path.join(home, '.gemini/settings.json'), quietly),
    // It reads no file of a folder that it takes for one of packages.
    read: (file) => call('run_shell_command', { command: `cat ${file}` }),
    run: (command) => call('run_shell_command', { command }),
  },
};

const quietly = {
  general: { disableAutoUpdate: true, enableAutoUpdate: false, disableUpdateNag: true },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};

function opencodeSettings(): object {
  const model = { name: scripted, tool_call: true, limit: { context: 200_000, output: 4096 } };
  return {
    autoupdate: false,
    share: 'disabled',
    model: `openai/${scripted}`,
    small_model: `openai/${scripted}`,
    provider: { openai: { models: { [scripted]: model } } },
  };
}

const continueSettings = {
  name: 'check',
  version: '1.0.0',
  schema: 'v1',
  models: [
    {
      name: scripted,
      provider: 'openai',
      model: scripted,
      roles: ['chat'],
      capabilities: ['tool_use'],
      defaultCompletionOptions: { contextLength: 100_000, maxTokens: 4096 },
    },
  ],
};

function call(tool: string, args: object): Act & { readonly kind: 'call' } {
  return { kind: 'call', tool, args: JSON.stringify(args) };
}

/** YAML reads it too. */
function json(file: string, value: object): void {
  written(file, JSON.stringify(value));
}

function written(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
