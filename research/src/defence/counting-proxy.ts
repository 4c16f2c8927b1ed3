import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { bearerOf, type LocalServer, serveLocally } from '../serve/local-server.ts';
import type { ExecutedCall } from '../trial/trial.ts';
import { chatBody, type ChatBody, chatReply } from './chat-body.ts';
import type {
  Admitted,
  Defence,
  DefenceDependencies,
  Passage,
  StandingDefence,
} from './defence.ts';
import { jsonOf } from '../json.ts';

/** The calls and tokens of a trial, as the model's server counts them. */
interface Spent {
  modelCalls: number;
  inputTokens: number;
  outputTokens: number;
}

/** Changes what the model is shown; the agent's own transcript stays as it is. */
export type Change = (body: ChatBody) => ChatBody;

/** The agent talks to its model; what it costs is counted. */
export const none: Defence = { name: 'none', start: (around) => startCountingProxy(around) };

/** AgentDojo's own defences, by the names that its package has for them. */
const packageDefences: Readonly<Record<string, string>> = {
  'tool-filter': 'tool_filter',
  sandwich: 'repeat_user_prompt',
  spotlighting: 'spotlighting_with_delimiting',
  'pi-detector': 'transformers_pi_detector',
};

/** Switched on in the package, which then talks to the model. */
export const ownDefences: readonly Defence[] = Object.entries(packageDefences).map(
  ([name, ownDefence]) => ({ name, ownDefence, start: (around) => startCountingProxy(around) }),
);

/** Passes requests on to the model, changed or not, and counts what they cost. */
export async function startCountingProxy(
  { modelUrl, modelKey }: DefenceDependencies,
  change: Change = (body) => body,
): Promise<StandingDefence> {
  const spent: Map<string, Spent> = new Map();
  const app = new Hono();
  app.post('/v1/chat/completions', async (context) => {
    const mine = spent.get(bearerOf(context) ?? '');
    if (mine === undefined) return context.json(problem('the key is none of this bench'), 401);
    const read = chatBody.safeParse(await context.req.json().catch(() => undefined));
    if (!read.success) return context.json(problem('the body is no chat request'), 400);
    if (read.data['stream'] === true) return context.json(problem('`stream` is not served'), 400);
    const response = await fetch(`${modelUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${modelKey}` },
      body: JSON.stringify(change(read.data)),
      signal: context.req.raw.signal,
    });
    const text = await response.text();
    count(mine, text);
    const headers = { 'content-type': 'application/json' };
    return new Response(text, { status: response.status, headers });
  });
  app.onError((_, context) => context.json(problem('the model cannot be reached'), 502));
  const server = await serveLocally(app);
  return {
    admit: () => Promise.resolve(admit(server, spent)),
    close: server.close,
  };
}

function admit(server: LocalServer, spent: Map<string, Spent>): Admitted {
  const apiKey = `sk-bench-${randomBytes(16).toString('hex')}`;
  const mine: Spent = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  spent.set(apiKey, mine);
  return {
    baseUrl: `${server.url}/v1`,
    apiKey,
    leave: (executed) => {
      spent.delete(apiKey);
      return Promise.resolve(passageOf(mine, executed));
    },
  };
}

/** Every generation is a step here: nothing is refused, and nothing is generated twice. */
function passageOf(spent: Spent, executed: readonly ExecutedCall[]): Passage {
  const moments = executed.map(({ tool, args }) => {
    return { kind: 'call' as const, text: `${tool}(${args})` };
  });
  return {
    cost: { ...spent, steps: spent.modelCalls },
    questions: [],
    checked: undefined,
    moments,
  };
}

function count(spent: Spent, text: string): void {
  spent.modelCalls += 1;
  const read = chatReply.safeParse(jsonOf(text));
  spent.inputTokens += read.data?.usage?.prompt_tokens ?? 0;
  spent.outputTokens += read.data?.usage?.completion_tokens ?? 0;
}

function problem(message: string): { readonly error: { readonly message: string } } {
  return { error: { message } };
}
