import { aider } from './aider.ts';
import type { Agent } from './agent.ts';
import { claudeCode } from './claude-code.ts';
import { codexCodeMode } from './codex-code-mode.ts';
import { codex } from './codex.ts';
import { continueCli } from './continue.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import { qwenCode } from './qwen-code.ts';

/** All agents that `npm run clients` runs. */
export const agents: readonly Agent[] = [
  codex,
  codexCodeMode,
  claudeCode,
  opencode,
  qwenCode,
  continueCli,
  geminiCli,
  aider,
];
