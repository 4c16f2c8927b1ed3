import { platformPackage } from '../world/platform.ts';
import { type Agent, inWork, type Place, toolCall as call, type Turn } from './agent.ts';

/** Anthropic's Claude Code, with an API key. */
export const claudeCode: Agent = {
  name: 'claude-code',
  package: '@anthropic-ai/claude-code',
  protocol: 'messages',
  program: `@anthropic-ai/claude-code-${platformPackage}/claude`,
  tools: `
  Read: { effect: read, ${own('untrusted')}, call: { ceiling: untrusted } }
  Bash: { ${own('untrusted')}, call: { ceiling: trusted } }
  Write: { ${own('trusted')}, call: { ceiling: trusted } }
  Edit: { ${own('trusted')}, call: { ceiling: trusted } }
  Agent: { ${own('untrusted')}, call: { ceiling: untrusted } }
  Skill: { ${own('untrusted')}, call: { ceiling: trusted } }
  Workflow: { ${own('untrusted')}, call: { ceiling: trusted } }
  ToolSearch: { effect: read, ${own('trusted')}, call: { ceiling: untrusted } }
  ListAgents: { effect: read, ${own('untrusted')}, call: { ceiling: untrusted } }
  ReportFindings: { ${own('trusted')}, call: { ceiling: untrusted } }
  ScheduleWakeup: { ${own('trusted')}, call: { ceiling: trusted } }
  DeferredToolPlaceholder: { ${own('trusted')}, call: never }`,
  settle: () => {},
  turn,
  calls: {
    write: (file, text, place) => call('Write', { file_path: inWork(file, place), content: text }),
    read: (file, place) => call('Read', { file_path: inWork(file, place) }),
    run: (command) => call('Bash', { command, description: 'As asked' }),
    view: (file, place) => call('Read', { file_path: inWork(file, place) }),
  },
  asksForSummary: /Respond with TEXT ONLY\. Do NOT call any tools/,
  compaction: { by: 'command', prompt: '/compact' },
  side: {
    call: call('Agent', {
      description: 'Count',
      prompt: 'Count to three.',
      subagent_type: 'general-purpose',
    }),
  },
  failed: /Exit code 3/,
  tooLong: /Prompt is too long/,
  lacks: {},
};

/** The tools are its own; what they give back is a stranger's where they read. */
function own(label: 'trusted' | 'untrusted'): string {
  return `description: trusted, result: { format: text, label: ${label} }`;
}

function turn(
  { prompt, continues = false, args = [] }: Turn,
  { key, url }: Place,
): ReturnType<Agent['turn']> {
  const resume = continues ? ['--continue'] : [];
  return {
    args: ['-p', ...resume, '--dangerously-skip-permissions', ...args, prompt],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      CLAUDE_CODE_MAX_RETRIES: '3',
      // It refuses to skip permissions as the machine's administrator otherwise.
      IS_SANDBOX: '1',
    },
  };
}
