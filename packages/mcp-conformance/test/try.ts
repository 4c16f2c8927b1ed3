import { play, type Outcome } from '../src/run/play.ts';
import type { Scenario } from '../src/scenario.ts';
import { HttpServer } from '../src/server/http-server.ts';
import { StdioServer } from '../src/server/stdio-server.ts';
import { type Breakage, ReferenceProxy } from './reference-proxy.ts';

/** What a broken proxy may use. */
export interface Workshop {
  /** Tells the scenario that what it waits for will not come: no test waits by the clock. */
  readonly lost: () => void;
  /** The server's address. */
  readonly upstream: string;
}

export type MakeBreakage = (workshop: Workshop) => Breakage;

const tokens = {
  first: 'conformance-first',
  second: 'conformance-second',
  otherAudience: 'conformance-other-audience',
};

/** Plays scenarios over the reference proxy, broken or whole: one outcome a scenario and era. */
async function playOver(
  make: MakeBreakage,
  chosen: readonly Scenario[],
): Promise<ReadonlyMap<string, Outcome>> {
  const servers = { http: new HttpServer(), stdio: new StdioServer() };
  const upstream = await servers.http.listen(0);
  const outcomes = new Map<string, Outcome>();
  try {
    for (const scenario of chosen)
      for (const era of scenario.eras) {
        const { promise: loss, resolve: lost } = Promise.withResolvers<void>();
        const breakage = make({ lost: () => lost(), upstream });
        const proxy = await new ReferenceProxy(upstream, breakage).open();
        const patience = (): Promise<string> => loss.then(() => 'long enough');
        outcomes.set(
          `${scenario.name} ${era}`,
          await play({ scenario, era, proxy, servers, tokens, patience }),
        );
        await proxy.stop();
      }
  } finally {
    await servers.http.close();
  }
  return outcomes;
}

/** The outcomes as lines: scenario, era and kind. */
export async function kindsOver(
  make: MakeBreakage,
  chosen: readonly Scenario[],
): Promise<readonly string[]> {
  const outcomes = await playOver(make, chosen);
  return [...outcomes].map(([played, { kind }]) => `${played} ${kind}`);
}
