import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Agent, offline, type Place, type Turn } from './agent.ts';

/** aider, which has no tools: it edits files with the text of an answer. */
export const aider: Agent = {
  name: 'aider',
  package: 'aider-chat',
  protocol: 'chat',
  program: '../.venv/bin/aider',
  tools: '',
  policy: readFileSync(
    path.join(import.meta.dirname, '../../../../policies/clients/aider.yaml'),
    'utf8',
  ),
  settle: ({ home }) => {
    mkdirSync(path.join(home, '.aider'), { recursive: true });
    // Else it looks in the internet for what it does not know of a model.
    const model = { max_input_tokens: 100_000, max_output_tokens: 4096, mode: 'chat' };
    const known = { ...model, litellm_provider: 'openai', supports_vision: true };
    const metadata = JSON.stringify({ 'openai/scripted': known });
    writeFileSync(path.join(home, '.aider.model.metadata.json'), metadata);
  },
  turn,
  calls: { write: none, read: none, run: none },
  edits: {
    answer: (file, text) => `${file}\n\`\`\`\n${text}\n\`\`\`\n`,
    reading: (file) => ['--read', file],
    seeing: (file) => [file],
    testing: (command) => ['--auto-test', '--test-cmd', command],
    compacting: ['--max-chat-history-tokens', '20'],
    committing: ['--git'],
  },
  asksForSummary: /^# USER\n/,
  isBeside: /generates concise, one-line Git commit messages/,
  failed: /broken/,
  tooLong: /hit a token limit/,
  lacks: {
    streaming: 'it acts on its answers, so each is given whole, after the decision on it',
    'held, timed out': 'its exit code is 0 whatever its provider says; the file stays unwritten',
    'provider 400 too long': 'its exit code is 0 whatever its provider says; it tells of the limit',
  },
};

function turn(
  { prompt, continues = false, args = [] }: Turn,
  { home, key, url }: Place,
): ReturnType<Agent['turn']> {
  const resume = continues ? ['--restore-chat-history'] : [];
  const quiet = ['--no-check-update', '--analytics-disable', '--no-show-release-notes'];
  const plain = ['--no-pretty', '--no-fancy-input', '--no-detect-urls', '--no-gitignore'];
  const alone = args.includes('--git') ? [] : ['--no-git'];
  const model = ['--model', 'openai/scripted', '--edit-format', 'whole', '--map-tokens', '0'];
  return {
    args: [...model, ...quiet, ...plain, ...alone, '--yes-always', ...resume, ...args].concat(
      '--message',
      prompt,
    ),
    env: {
      ...offline,
      OPENAI_API_BASE: `${url}/v1`,
      OPENAI_API_KEY: key,
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      XDG_CACHE_HOME: path.join(home, '.cache'),
    },
  };
}

function none(): never {
  throw new Error('aider has no tools');
}
