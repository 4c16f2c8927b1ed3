import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { pointsOf } from '../src/http/locate.ts';

const request = z.object({ prompt: z.string(), echo: z.boolean(), max_tokens: z.literal(1) });

/** How a completions server differs from one that does everything as it should. */
export interface Manners {
  /** Text offsets count the control tokens' text, or (as llama-cpp-python's) do not. */
  readonly offsets?: 'whole' | 'bare';
  /** Gives each token the log-probability of the one before. */
  readonly shifted?: boolean;
  readonly echoes?: boolean;
  readonly logprobs?: 'all' | 'none' | 'null' | 'generated';
  /** The pattern of one token. */
  readonly token?: RegExp;
  /** When a token is generated: always, never, or not after an echo. */
  readonly generates?: 'always' | 'never' | 'unechoed';
  /** Answers with this instead. */
  readonly instead?: { readonly status: number; readonly body: string; readonly location?: string };
}

export interface FakeServer {
  readonly baseURL: string;
  readonly prompts: readonly string[];
  readonly close: () => Promise<void>;
}

const word = /<\|\w+\|>| ?\w+|\s|[^\w\s]/gu;
const generated = ' next';

/** The log-probability that a token has after `before`: any function of the two will do. */
export function fakeLogProbability(before: string, token: string): number {
  if (token === generated) return -0.5;
  let sum = 7;
  for (const one of `${before}|${token}`) sum = (sum * 31 + (one.codePointAt(0) ?? 0)) % 9_973;
  return -1 - sum / 1_000;
}

/** A completions server on a port of its own, whose log-probabilities are known. */
export async function fakeCompletions(manners: Manners = {}): Promise<FakeServer> {
  const prompts: string[] = [];
  const server = createServer((message, response) => {
    void (async () => {
      const asked = request.parse(JSON.parse(await bodyOf(message)));
      prompts.push(asked.prompt);
      const { instead } = manners;
      const location = instead?.location;
      response.writeHead(instead?.status ?? 200, { ...(location !== undefined && { location }) });
      response.end(instead?.body ?? JSON.stringify(answerOf(asked, manners)));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { baseURL: `http://127.0.0.1:${port}/v1`, prompts, close: () => closed(server) };
}

function answerOf({ prompt, echo }: z.infer<typeof request>, manners: Manners): unknown {
  const { echoes = true, generates = 'always', logprobs = 'all', token = word } = manners;
  const shown = echo && echoes ? (prompt.match(token) ?? []) : [];
  const isLonger = generates === 'always' || (generates === 'unechoed' && !echo);
  const tokens = isLonger ? [...shown, generated] : shown;
  const shifted = echo && manners.shifted === true;
  const start = echo && echoes ? '' : prompt;
  const { offsets, values } = placed(tokens, start, { ...manners, shifted });
  const known = values.map((value, at) =>
    logprobs === 'null' || (logprobs === 'generated' && at < shown.length) ? null : value,
  );
  return {
    choices: [
      {
        text: tokens.join(''),
        logprobs:
          logprobs === 'none'
            ? null
            : { tokens: tokens.map(shownToken), text_offset: offsets, token_logprobs: known },
      },
    ],
    usage: {
      prompt_tokens: prompt.match(token)?.length ?? 0,
      completion_tokens: isLonger ? 1 : 0,
    },
  };

  function shownToken(each: string): string {
    return manners.offsets === 'bare' && each.startsWith('<|') ? '' : each;
  }
}

function placed(
  tokens: readonly string[],
  start: string,
  { offsets = 'whole', shifted = false }: Manners,
): { readonly offsets: readonly number[]; readonly values: readonly (number | null)[] } {
  let [before, at] = [start, pointsOf(start)];
  const places: number[] = [];
  const values: (number | null)[] = [];
  for (const token of tokens) {
    places.push(at);
    values.push(before === '' ? null : fakeLogProbability(before, token));
    before += token;
    if (offsets === 'whole' || !token.startsWith('<|')) at += pointsOf(token);
  }
  return { offsets: places, values: shifted ? [null, ...values.slice(0, -1)] : values };
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
