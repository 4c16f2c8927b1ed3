import type { Env } from './client.ts';

const vendors =
  'OPENAI|ANTHROPIC|GEMINI|GOOGLE|AZURE|AZURE_OPENAI|CODEX|DASHSCOPE|QWEN|OPENROUTER|MISTRAL|GROQ|' +
  'DEEPSEEK|XAI|CEREBRAS|TOGETHER|FIREWORKS|PERPLEXITY|COHERE|LITELLM';

/** Keys of providers, and what leads a client past the gateway. */
const taken = new RegExp(
  `^(?:SLUICE_.*|(?:${vendors})_(?:API_|AUTH_|ACCESS_)?(?:KEY|TOKEN)|` +
    `(?:${vendors}|GOOGLE_GEMINI|GOOGLE_VERTEX)_(?:BASE_URL|API_BASE)|` +
    'CLAUDE_CODE_(?:OAUTH_TOKEN|USE_.*)|GOOGLE_GENAI_USE_.*|AWS_BEARER_TOKEN_BEDROCK)$',
);

/** They lead to sockets that the sandbox hides. */
const sockets: ReadonlySet<string> = new Set([
  'DBUS_SESSION_BUS_ADDRESS',
  'DBUS_SYSTEM_BUS_ADDRESS',
  'DISPLAY',
  'DOCKER_HOST',
  'SSH_AUTH_SOCK',
  'STY',
  'TMUX',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
]);

/**
 * The environment of the agent: the user's without keys of providers and of operators, wherever
 * they stand in it, and with what points the client at the gateway.
 */
export function agentEnvironment(
  own: Env,
  {
    given,
    secrets,
    isSandboxed,
  }: {
    readonly given: Readonly<Record<string, string>>;
    /** Values that may stand under any name. */
    readonly secrets: readonly string[];
    readonly isSandboxed: boolean;
  },
): Readonly<Record<string, string>> {
  const kept = Object.entries(own).flatMap(([name, value]) =>
    value === undefined || taken.test(name) || (isSandboxed && sockets.has(name))
      ? []
      : secrets.some((secret) => value.includes(secret))
        ? []
        : [[name, value] as const],
  );
  const env: Record<string, string> = { ...Object.fromEntries(kept), ...given };
  // A folder of the user's for such files is there to be read only.
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) {
    if (isSandboxed && env[name] !== undefined) env[name] = '/tmp';
  }
  // A proxy must not be asked for an address of this machine.
  for (const name of ['NO_PROXY', 'no_proxy']) {
    env[name] = [env[name] ?? '', '127.0.0.1', 'localhost'].filter((each) => each !== '').join(',');
  }
  return env;
}
