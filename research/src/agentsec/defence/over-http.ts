import { SluiceError } from '@sluice/core';
import { z } from 'zod';
import type { SecDefence } from './defence.ts';
import { shown, writeOut } from './shown.ts';

export interface OverHttpOptions {
  readonly name: string;
  /** Is sent `{ system, user, context }` by POST, and answers `{ context, system? }`. */
  readonly url: string;
  readonly timeoutMs: number;
}

const answered = z.object({ context: z.string(), system: z.string().optional() });

/**
 * A defence that runs elsewhere, in any language: it is shown what a tool returned, and says what
 * the model is to be shown in its place. It reads who each chunk is of, as the store writes it, and
 * learns no policy and not which side it is. An answer that does not come, or is none, is an error
 * of the trial: never the text as it was.
 */
export function overHttp({ name, url, timeoutMs }: OverHttpOptions): SecDefence {
  return shown({
    name,
    enforcement: 'filtering',
    show: async ({ system, user }, chunks) => {
      const body = JSON.stringify({ system, user, context: writeOut(chunks) });
      const reply = await post(name, url, { body, timeoutMs });
      return { system: reply.system ?? system, context: reply.context };
    },
  });
}

async function post(
  name: string,
  url: string,
  { body, timeoutMs }: { readonly body: string; readonly timeoutMs: number },
): Promise<z.output<typeof answered>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`it answered with status ${response.status}`);
    return answered.parse(await response.json());
  } catch (cause) {
    throw new SluiceError('model-failed', `the defence \`${name}\` gave no usable answer`, {
      hint: `let it answer a POST with \`{"context": "..."}\` within ${timeoutMs} ms`,
      cause,
    });
  }
}
