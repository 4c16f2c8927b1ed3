import { Agent } from 'undici';
import type { Connection } from '../client/connection.ts';
import { connectHttp } from '../client/http-client.ts';
import { connectStdio } from '../client/stdio-client.ts';
import { Mismatch, NotRun, type Scenario, type Stage, type Tokens } from '../scenario.ts';
import type { HttpServer } from '../server/http-server.ts';
import { Script } from '../server/script.ts';
import type { StdioServer } from '../server/stdio-server.ts';
import type { Era } from '../wire/era.ts';
import type { OpenProxy } from './target.ts';

export type Outcome =
  | { readonly kind: 'holds' }
  /** `hung`: what was awaited never came, so the proxy may be in any state. */
  | { readonly kind: 'fails'; readonly because: string; readonly hung?: true }
  | { readonly kind: 'not-run'; readonly because: string };

export interface Play {
  readonly scenario: Scenario;
  readonly era: Era;
  readonly proxy: OpenProxy;
  readonly servers: Servers;
  readonly tokens: Tokens;
  /** Settles when the proxy has had its time; what it says ends "waited ...". */
  readonly patience: (over: AbortSignal) => Promise<string>;
}

export interface Servers {
  readonly http: HttpServer;
  readonly stdio: StdioServer;
}

/** Plays one scenario in one era. What goes wrong on the way is the proxy's failure, too. */
export async function play(asked: Play): Promise<Outcome> {
  const { scenario, era, servers } = asked;
  const script = new Script(era);
  servers.http.script = script;
  servers.stdio.script = script;
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  let awaited = 'an answer';
  const stage: Stage = {
    era,
    server: script,
    tokens: asked.tokens,
    forget: (session) => servers.http.forget(session),
    until: async (what, arrives) => {
      awaited = what;
      return arrives;
    },
    connect: (opening = {}) => open(asked, { token: asked.tokens.first, ...opening, dispatcher }),
  };
  const over = new AbortController();
  const tired = asked.patience(over.signal).then((waited): Outcome => {
    return { kind: 'fails', because: `waited ${waited} for ${awaited}`, hung: true };
  });
  tired.catch(() => undefined);
  try {
    const played = scenario.run(stage).then((): Outcome => ({ kind: 'holds' }), outcomeOf);
    return await Promise.race([played, tired]);
  } finally {
    over.abort();
    script.close();
    await dispatcher.destroy();
  }
}

function open(
  { proxy, era }: Play,
  opening: Parameters<Stage['connect']>[0] & { readonly dispatcher: Agent },
): Promise<Connection> {
  if (proxy.url !== undefined) return connectHttp({ ...opening, url: proxy.url, era });
  if (proxy.start !== undefined) return connectStdio({ ...opening, child: proxy.start(), era });
  throw new NotRun('the proxy has neither an address nor a command');
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof NotRun) return { kind: 'not-run', because: error.message };
  if (error instanceof Mismatch) return { kind: 'fails', because: error.message };
  const because = error instanceof Error ? error.message : 'an unknown error';
  return { kind: 'fails', because: `the connection failed: ${because}` };
}
