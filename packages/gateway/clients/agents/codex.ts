import { writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { platformPackage } from '../world/platform.ts';
import type { Agent, Place, Turn } from './agent.ts';

const triples: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-arm64': 'aarch64-apple-darwin',
  'darwin-x64': 'x86_64-apple-darwin',
};

/** The tools are Codex's own; what they give back is a stranger's where they read. */
function own(label: 'trusted' | 'untrusted'): string {
  return `description: trusted, result: { format: text, label: ${label} }`;
}

/** OpenAI's Codex, with a provider of its own and a key in the environment. */
export const codex: Agent = {
  name: 'codex',
  package: '@openai/codex',
  protocol: 'responses',
  program: `@openai/codex-${platformPackage}/vendor/${triples[platformPackage] ?? 'none'}/bin/codex`,
  tools: `
  exec_command: { effect: read, ${own('untrusted')}, call: { ceiling: trusted } }
  write_stdin: { ${own('untrusted')}, call: { ceiling: trusted } }
  apply_patch: { ${own('trusted')}, call: { ceiling: trusted } }
  view_image: { effect: read, ${own('untrusted')}, call: { ceiling: untrusted } }
  request_user_input: { ${own('trusted')}, call: { ceiling: untrusted } }
  get_goal: { effect: read, ${own('trusted')}, call: { ceiling: untrusted } }
  create_goal: { ${own('trusted')}, call: { ceiling: trusted } }
  update_goal: { ${own('trusted')}, call: { ceiling: trusted } }
  multi_agent_v1.spawn_agent: { ${own('untrusted')}, call: { ceiling: untrusted } }`,
  settle: ({ home, url }) => {
    mkdirSync(path.join(home, '.codex'));
    writeFileSync(path.join(home, '.codex/config.toml'), settings(url));
  },
  turn,
  calls: {
    write: (file, text) => ({
      tool: 'apply_patch',
      custom: true,
      args: `*** Begin Patch\n*** Add File: ${file}\n+${text}\n*** End Patch`,
    }),
    read: (file) => command(`cat ${file}`),
    run: command,
    view: (file) => ({ tool: 'view_image', args: JSON.stringify({ path: file }) }),
  },
  asksForSummary: /CONTEXT CHECKPOINT COMPACTION/,
  compaction: { by: 'usage', usage: { input: 200_000, output: 10, cached: 0 } },
  side: {
    // Its newer models learn of this tool by a search.
    args: ['--model', 'gpt-5.2-codex'],
    call: {
      tool: 'spawn_agent',
      namespace: 'multi_agent_v1',
      args: JSON.stringify({ message: 'Count to three.' }),
    },
  },
  failed: /exited with code 3/,
  tooLong: /ran out of room in the model's context window/,
  lacks: {},
};

function settings(url: string): string {
  return `model = "gpt-5.5"
model_provider = "guarded"
approval_policy = "never"
sandbox_mode = "danger-full-access"
model_auto_compact_token_limit = 100000
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.guarded]
name = "guarded"
base_url = "${url}/v1"
env_key = "GUARDED_KEY"
wire_api = "responses"
request_max_retries = 3
stream_max_retries = 3
`;
}

function turn(
  { prompt, continues = false, args = [] }: Turn,
  { key, home }: Place,
): ReturnType<Agent['turn']> {
  const resume = continues ? ['resume', '--last'] : [];
  return {
    args: ['exec', ...resume, '--skip-git-repo-check', ...args, prompt],
    env: { GUARDED_KEY: key, CODEX_HOME: path.join(home, '.codex') },
  };
}

function command(text: string): ReturnType<Agent['calls']['run']> {
  return { tool: 'exec_command', args: JSON.stringify({ cmd: text }) };
}
