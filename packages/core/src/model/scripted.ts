import { SluiceError } from '../errors.ts';
import type { ChatModel, ModelReply, ModelRequest } from './chat-model.ts';

/** A line of a script: an answer, or a reply of which the missing parts are filled in. */
export type ScriptedReply =
  | string
  | (Partial<Omit<ModelReply, 'calls'>> & { readonly calls?: readonly ScriptedCall[] });

export interface ScriptedCall {
  readonly tool: string;
  /** JSON text as it stands, or a value that becomes JSON text. */
  readonly args: unknown;
}

/** Reads what it is shown and answers; `generation` counts from 0. */
export type Script = (
  request: ModelRequest,
  generation: number,
) => ScriptedReply | Promise<ScriptedReply>;

/** A model for tests. It sees the view as a real one would, and remembers what it was shown. */
export interface ScriptedModel extends ChatModel {
  readonly requests: readonly ModelRequest[];
}

/**
 * A model that follows a script, or gives the replies of a list in order; it throws `model-failed`
 * when the list is used up, and `aborted` where the signal says so.
 */
export function scriptedModel(
  script: Script | readonly ScriptedReply[],
  { name = 'scripted' }: { readonly name?: string } = {},
): ScriptedModel {
  const requests: ModelRequest[] = [];
  const say = typeof script === 'function' ? script : fromList(name, script);
  return {
    name,
    requests,
    generate: async (request, { signal, onText }) => {
      if (signal.aborted) throw aborted(name);
      requests.push(request);
      const reply = toReply(await say(request, requests.length - 1));
      if (signal.aborted) throw aborted(name);
      if (reply.text !== '') onText?.(reply.text);
      return reply;
    },
  };
}

function fromList(name: string, replies: readonly ScriptedReply[]): Script {
  return (_, generation) => {
    const reply = replies[generation];
    if (reply !== undefined) return reply;
    throw new SluiceError('model-failed', `\`${name}\` has no reply ${generation + 1}`, {
      hint: 'give the script one reply for each generation',
    });
  };
}

function toReply(scripted: ScriptedReply): ModelReply {
  if (typeof scripted === 'string') return { text: scripted, calls: [], stop: 'complete' };
  const { text = '', calls = [], stop = 'complete', usage } = scripted;
  return { text, calls: calls.map(toCall), stop, ...(usage && { usage }) };
}

function toCall({ tool, args }: ScriptedCall): ModelReply['calls'][number] {
  return { tool, args: typeof args === 'string' ? args : JSON.stringify(args) };
}

function aborted(name: string): SluiceError {
  return new SluiceError('aborted', `the generation of \`${name}\` was aborted`, {
    hint: 'call again with a signal that is not aborted',
  });
}
