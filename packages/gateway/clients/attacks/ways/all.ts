import { claudeCodeWays } from './claude-code.ts';
import { codexWays } from './codex.ts';
import { continueWays } from './continue.ts';
import { geminiCliWays } from './gemini-cli.ts';
import { opencodeWays } from './opencode.ts';
import { qwenCodeWays } from './qwen-code.ts';
import type { Ways } from './ways.ts';

/** The agents that are attacked. */
export const attacked: readonly Ways[] = [
  codexWays,
  claudeCodeWays,
  opencodeWays,
  qwenCodeWays,
  continueWays,
  geminiCliWays,
];
