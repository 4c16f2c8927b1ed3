import { setTimeout } from 'node:timers/promises';
import { SluiceError } from '@sluice/core';
import type { Scenario, Tokens } from '../scenario.ts';
import { scenarios as all } from '../scenarios/index.ts';
import { HttpServer } from '../server/http-server.ts';
import { StdioServer } from '../server/stdio-server.ts';
import { type Era, eras as bothEras } from '../wire/era.ts';
import { type Outcome, play, type Servers } from './play.ts';
import { speaks } from './speaks.ts';
import type { OpenProxy, ServerPlace, Target } from './target.ts';

export interface ConformanceOptions {
  readonly target: Target;
  readonly eras?: readonly Era[] | undefined;
  /** Names or beginnings of names; undefined: every scenario. */
  readonly only?: readonly string[] | undefined;
  readonly tokens?: Partial<Tokens> | undefined;
  /** The scripted server's port; 0 takes a free one. */
  readonly serverPort: number;
  /** How long one scenario may wait for the proxy. */
  readonly patienceMsMax: number;
  /** Called when the scripted server listens, before the first scenario is played. */
  readonly onServer?: ((place: ServerPlace) => Promise<void>) | undefined;
  readonly onPlayed?: ((row: Row) => void) | undefined;
}

/** One scenario in one era. */
export interface Row {
  readonly scenario: Scenario;
  readonly era: Era;
  readonly outcome: Outcome;
}

/** Plays every scenario against a proxy, in each era that it belongs to. */
export async function conformance(options: ConformanceOptions): Promise<readonly Row[]> {
  const chosen = scenariosNamed(options.only);
  const servers = { http: new HttpServer(), stdio: new StdioServer() };
  const rows: Row[] = [];
  try {
    const url = await servers.http.listen(options.serverPort);
    const place = { url, command: await servers.stdio.listen() };
    await options.onServer?.(place);
    for (const era of options.eras ?? bothEras) {
      const run = new EraRun({ ...options, era, place, servers });
      for await (const row of run.rows(chosen.filter((one) => one.eras.includes(era)))) {
        options.onPlayed?.(row);
        rows.push(row);
      }
    }
    return rows;
  } finally {
    await Promise.all([servers.http.close(), servers.stdio.close()]);
  }
}

/** The scenarios whose names are, or begin with, one of these. */
export function scenariosNamed(only: readonly string[] | undefined): readonly Scenario[] {
  if (only === undefined) return all;
  const unknown = only.find((name) => !all.some((scenario) => isNamed(scenario, name)));
  if (unknown !== undefined)
    throw new SluiceError('settings-invalid', `no scenario is named \`${unknown}\``, {
      hint: 'see them all with --list',
    });
  return all.filter((scenario) => only.some((name) => isNamed(scenario, name)));
}

function isNamed({ name }: Scenario, wanted: string): boolean {
  return name === wanted || name.startsWith(`${wanted}/`);
}

interface EraOptions extends ConformanceOptions {
  readonly era: Era;
  readonly place: ServerPlace;
  readonly servers: Servers;
}

/** The scenarios of one era, with the proxy that is open for them. */
class EraRun {
  readonly #options: EraOptions;
  #proxy: OpenProxy | undefined;

  constructor(options: EraOptions) {
    this.#options = options;
  }

  async *rows(chosen: readonly Scenario[]): AsyncGenerator<Row> {
    const { era } = this.#options;
    try {
      const silent = chosen.length === 0 ? undefined : await this.#silence();
      for (const scenario of chosen) {
        const outcome = silent ?? this.#unfit(scenario) ?? (await this.#played(scenario));
        yield { scenario, era, outcome };
      }
    } finally {
      await this.#proxy?.stop();
    }
  }

  /** Says so if the proxy does not speak the era, once and not by each scenario. */
  async #silence(): Promise<Outcome | undefined> {
    const { kind } = await this.#played(speaks);
    const because = `the proxy does not speak ${this.#options.era} to its clients`;
    return kind === 'holds' ? undefined : { kind: 'not-run', because };
  }

  #unfit({ client, server }: Scenario): Outcome | undefined {
    const { target } = this.#options;
    if (client === 'http' && target.client !== 'http')
      return { kind: 'not-run', because: 'needs a proxy that serves HTTP' };
    if (server === 'http' && target.server !== 'http')
      return { kind: 'not-run', because: 'needs a proxy whose server is reached over HTTP' };
    return undefined;
  }

  async #played(scenario: Scenario): Promise<Outcome> {
    const { target, place, era, servers, tokens } = this.#options;
    this.#proxy ??= await target.open(place);
    const outcome = await play({
      scenario,
      era,
      servers,
      proxy: this.#proxy,
      tokens: { first: undefined, second: undefined, otherAudience: undefined, ...tokens },
      patience: (over) => this.#patience(over),
    });
    // A proxy that hangs, or keeps a list, would fail the next scenario, too.
    const isHung = outcome.kind === 'fails' && outcome.hung === true;
    const isSpent = target.client === 'stdio' || isHung || scenario.leaves === true;
    if (target.restarts && isSpent) {
      await this.#proxy.stop();
      this.#proxy = undefined;
    }
    return outcome;
  }

  async #patience(signal: AbortSignal): Promise<string> {
    const { patienceMsMax } = this.#options;
    await setTimeout(patienceMsMax, undefined, { signal });
    return `${patienceMsMax / 1000} s`;
  }
}
