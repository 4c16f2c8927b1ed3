import path from 'node:path';
import type { Client } from './client.ts';
import {
  aiderSettings,
  claudeSettings,
  codexSettings,
  continueSettings,
  geminiSettings,
  opencodeSettings,
  qwenSettings,
} from './client-settings.ts';

/** The coding agents that `sluice run` knows. */
export const clients: readonly Client[] = [
  {
    command: 'codex',
    install: 'npm install -g @openai/codex',
    policy: 'codex',
    families: ['openai'],
    home: ['.codex/'],
    settings: codexSettings,
  },
  {
    command: 'claude',
    install: 'npm install -g @anthropic-ai/claude-code',
    policy: 'claude-code',
    families: ['anthropic'],
    home: ['.claude/', '.claude.json'],
    settings: claudeSettings,
  },
  {
    command: 'opencode',
    install: 'npm install -g opencode-ai',
    policy: 'opencode',
    families: ['openai', 'anthropic', 'gemini'],
    home: ['.config/opencode/', '.local/share/opencode/', '.local/state/opencode/'],
    settings: opencodeSettings,
  },
  {
    command: 'qwen',
    install: 'npm install -g @qwen-code/qwen-code',
    policy: 'qwen-code',
    families: ['openai'],
    home: ['.qwen/'],
    settings: qwenSettings,
  },
  {
    command: 'cn',
    install: 'npm install -g @continuedev/cli',
    policy: 'continue',
    families: ['openai', 'anthropic', 'gemini'],
    home: ['.continue/'],
    settings: continueSettings,
  },
  {
    command: 'gemini',
    install: 'npm install -g @google/gemini-cli',
    policy: 'gemini-cli',
    families: ['gemini'],
    home: ['.gemini/'],
    settings: geminiSettings,
  },
  {
    command: 'aider',
    install: 'python -m pip install aider-install && aider-install',
    policy: 'aider',
    families: ['openai', 'anthropic', 'gemini'],
    home: ['.aider/'],
    settings: aiderSettings,
  },
];

/** The client that a program is, by its name; `undefined`: none that is known. */
export function clientOf(program: string): Client | undefined {
  const name = path.basename(program).replace(/\.(?:cmd|exe|ps1)$/i, '');
  return clients.find(({ command }) => command === name);
}
