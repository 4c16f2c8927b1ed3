import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { nextAct, type Script } from './scripted-model.ts';
import { serveApp } from './serve-app.ts';
import { chatEvents, chatReply, chatSeen } from './wire/chat.ts';
import { responseEvents, responseReply, responseSeen } from './wire/responses.ts';

/** The scripted model behind a base URL on this machine, for agents that bring their own client. */
export interface ModelServer {
  /** With `/v1`. */
  readonly baseURL: string;
  /** What the model does from now on. */
  readonly play: (script: Script) => void;
  readonly close: () => Promise<void>;
}

/** Any other route is answered with an error that says which there are. */
export async function startModelServer(): Promise<ModelServer> {
  let script: Script = { steps: [] };
  let replies = 0;
  const reply = (): string => `scripted-${(replies += 1)}`;
  const app = new Hono();
  app.get('/v1/models', (context) =>
    context.json({
      object: 'list',
      data: [{ id: modelName, object: 'model', owned_by: 'sluice' }],
    }),
  );
  app.post('/v1/chat/completions', async (context) => {
    const { seen, isStreamed } = chatSeen(await bodyOf(context));
    const act = nextAct(script, seen);
    const id = reply();
    return isStreamed
      ? streamed(context, [...chatEvents(act, id), '[DONE]'])
      : context.json(chatReply(act, id));
  });
  app.post('/v1/responses', async (context) => {
    const { seen, isStreamed } = responseSeen(await bodyOf(context));
    const act = nextAct(script, seen);
    const id = reply();
    return isStreamed
      ? streamed(context, responseEvents(act, id))
      : context.json(responseReply(act, id));
  });
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

/** Any name is answered. */
export const modelName = 'scripted';

const otherRoute = 'the scripted model answers POST /v1/chat/completions and POST /v1/responses';

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
