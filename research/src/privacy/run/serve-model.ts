import type { ChatModel, ModelReply } from '@sluice/core';
import { Hono } from 'hono';
import { argumentsOf } from '../../reader/arguments.ts';
import { chatRequest, completionOf, viewOf, type WireOutput } from '../../reader/chat-wire.ts';
import { type LocalServer, serveLocally } from '../../serve/local-server.ts';

const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** A model as a provider of Chat Completions on this machine; it is told no schemas of tools. */
export async function serveModel(model: ChatModel, signal: AbortSignal): Promise<LocalServer> {
  const app = new Hono();
  let served = 0;
  app.post('/v1/chat/completions', async (context) => {
    const request = chatRequest.parse(await context.req.json());
    const reply = await model.generate({ view: viewOf(request) }, { signal });
    served += 1;
    const envelope = { id: `chatcmpl-${served}`, model: request.model, created: 0 };
    return context.json(completionOf(outputOf(reply, served), envelope, usage));
  });
  app.onError((error, context) => context.json({ error: { message: error.message } }, 500));
  return serveLocally(app);
}

function outputOf({ text, calls }: ModelReply, served: number): WireOutput {
  return {
    text,
    calls: calls.map(({ tool, args }, at) => {
      return { id: `call_${served}_${at}`, tool, args: argumentsOf(args) ?? {} };
    }),
  };
}
