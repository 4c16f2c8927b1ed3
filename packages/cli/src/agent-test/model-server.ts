import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Act } from './goal.ts';
import { nextAct, type Script, type Seen } from './scripted-model.ts';
import { serveApp } from './serve-app.ts';
import { chatEvents, chatReply, chatSeen } from './wire/chat.ts';
import { geminiReply, geminiSeen } from './wire/gemini.ts';
import { messagesEvents, messagesReply, messagesSeen } from './wire/messages.ts';
import { responseEvents, responseReply, responseSeen } from './wire/responses.ts';

/** The scripted model behind a base URL on this machine, for agents that bring their own client. */
export interface ModelServer {
  /** With `/v1`. */
  readonly baseURL: string;
  /** What the model does from now on. */
  readonly play: (script: Script | Improvised) => void;
  readonly close: () => Promise<void>;
}

/** Any other route is answered with an error that says which there are. */
export async function startModelServer(): Promise<ModelServer> {
  let script: Script | Improvised = { steps: [] };
  let replies = 0;
  const model: Model = {
    act: (seen) => (typeof script === 'function' ? script(seen) : nextAct(script, seen)),
    id: () => `scripted-${(replies += 1)}`,
  };
  const app = new Hono();
  app.get('/v1/models', (context) =>
    context.json({
      object: 'list',
      data: [{ id: modelName, object: 'model', owned_by: 'sluice' }],
    }),
  );
  openAiRoutes(app, model);
  otherRoutes(app, model);
  app.notFound((context) =>
    context.json({ error: { message: otherRoute, type: 'not_found' } }, 404),
  );
  const { url, close } = await serveApp(app);
  return {
    baseURL: `${url}/v1`,
    play: (next) => {
      script = next;
    },
    close,
  };
}

/** A model that looks at each request anew. */
export type Improvised = (seen: Seen) => Act;

interface Model {
  readonly act: Improvised;
  readonly id: () => string;
}

function openAiRoutes(app: Hono, { act, id }: Model): void {
  app.post('/v1/chat/completions', async (context) => {
    const { seen, isStreamed } = chatSeen(await bodyOf(context));
    const next = act(seen);
    return isStreamed
      ? streamed(context, [...chatEvents(next, id()), '[DONE]'])
      : context.json(chatReply(next, id()));
  });
  app.post('/v1/responses', async (context) => {
    const { seen, isStreamed } = responseSeen(await bodyOf(context));
    const next = act(seen);
    return isStreamed
      ? streamed(context, responseEvents(next, id()))
      : context.json(responseReply(next, id()));
  });
}

function otherRoutes(app: Hono, { act, id }: Model): void {
  app.post('/v1/messages', async (context) => {
    const { seen, isStreamed } = messagesSeen(await bodyOf(context));
    const next = act(seen);
    return isStreamed
      ? streamed(context, messagesEvents(next, id()))
      : context.json(messagesReply(next, id()));
  });
  app.post('/v1/messages/count_tokens', (context) => context.json({ input_tokens: 1 }));
  app.post('/v1beta/models/:asked', async (context) => {
    const reply = geminiReply(act(geminiSeen(await bodyOf(context))), id());
    const [, verb] = context.req.param('asked').split(':');
    if (verb === 'countTokens') return context.json({ totalTokens: 1 });
    if (verb !== 'streamGenerateContent') return context.json(reply);
    return streamSSE(context, async (stream) => {
      await stream.writeSSE({ data: JSON.stringify(reply) });
    });
  });
}

/** Any name is answered. */
export const modelName = 'scripted';

const otherRoute =
  'the scripted model answers POST /v1/chat/completions, /v1/responses, /v1/messages and ' +
  '/v1beta/models/MODEL:generateContent';

async function bodyOf(context: Context): Promise<unknown> {
  return context.req.json().catch(() => ({}));
}

/** An event that is a text stands as it is; of another its `type` is named as well. */
function streamed(context: Context, events: readonly (object | string)[]): Response {
  return streamSSE(context, async (stream) => {
    for (const event of events) {
      if (typeof event === 'string') await stream.writeSSE({ data: event });
      else {
        const named = 'type' in event ? { event: String(event.type) } : {};
        await stream.writeSSE({ ...named, data: JSON.stringify(event) });
      }
    }
  });
}
