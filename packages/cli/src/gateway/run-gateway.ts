import path from 'node:path';
import { SluiceError } from '@sluice/core';
import {
  firstKeys,
  type FirstKeys,
  type GatewayOptions,
  type LogLine,
  hasUsualUpstreams,
  requireKeys,
  type RunningGateway,
  type Settings,
  startGateway,
  withKeysOf,
} from '@sluice/gateway';
import { inProcess, openNamed } from '../local/open-named.ts';
import { tellUrl } from '../operator/api/where.ts';
import { type Holds, offerHolds } from '../run/hold.ts';
import type { Terminal } from '../terminal.ts';
import { setUpError } from './set-up-error.ts';
import { databaseOf, findSettings, firstProfile, type FoundSettings } from './settings-file.ts';
import { logLine, startedJson, startedLines } from './show-gateway.ts';

export interface GatewayCommandOptions {
  readonly settings?: string;
  readonly port?: number;
  readonly host?: string;
  readonly json?: true;
  readonly trustClock?: true;
  readonly standby?: true;
  /** A socket by which agents hold on to it: it stops once the last has let go. */
  readonly whileUsed?: string;
}

interface GatewayParts {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
  /** Resolves once somebody wants it to end. */
  readonly stopped: Promise<void>;
  /** Calls what it is given whenever the policies are to be read again. */
  readonly onHangup?: ((act: () => void) => void) | undefined;
}

/** Runs the gateway until it is told to stop, and closes it. Throws `SluiceError`. */
export async function runGateway(options: GatewayCommandOptions, parts: GatewayParts): Promise<0> {
  const { terminal } = parts;
  const json = options.json === true;
  const found = withOptions(findSettings(options.settings), options, parts);
  const onLog = (line: LogLine): void => terminal.print(logLine(line, { json }));
  const trustClock = options.trustClock === true;
  const standing = new AbortController();
  void parts.stopped.then(() => standing.abort());
  const standby = options.standby === true ? standing.signal : undefined;
  const started = await start(found, { ...parts, onLog, trustClock, standby }).catch(
    (error: unknown) => {
      if (standby?.aborted === true) return undefined;
      throw error;
    },
  );
  if (started === undefined) return 0;
  const { running, keys, forgetUrl, closeModels } = started;
  // Why it failed stands in the log, and the policies in force stay.
  parts.onHangup?.(() => void running.reload('SIGHUP').catch(() => undefined));
  const shown = { url: running.url, settings: found.settings, keys };
  if (json) terminal.print(startedJson(shown));
  else for (const line of startedLines(shown, terminal)) terminal.print(line);
  const holds = await holdsOf(options, started);
  await Promise.race([parts.stopped, ...(holds === undefined ? [] : [holds.unused])]);
  if (!json) terminal.print('stopping: requests that run may still end');
  forgetUrl();
  await running.close();
  await closeModels();
  holds?.close();
  if (!json) terminal.print('stopped');
  return 0;
}

async function holdsOf(
  { whileUsed }: GatewayCommandOptions,
  { running }: Started,
): Promise<Holds | undefined> {
  return whileUsed === undefined ? undefined : await offerHolds(whileUsed, running.url);
}

function withOptions(
  found: FoundSettings,
  { host, port }: GatewayCommandOptions,
  { env }: GatewayParts,
): FoundSettings {
  const { listen } = found.settings;
  const given = { ...listen, ...(host && { host }), ...(port !== undefined && { port }) };
  const settings: Settings = { ...found.settings, listen: given };
  requireSecret(settings, env);
  if (hasUsualUpstreams(settings)) return { ...found, settings: withKeysOf(settings, env) };
  requireKeys(settings, env);
  return { ...found, settings };
}

/** A webhook that is not signed could be anybody's. */
function requireSecret({ webhook }: Settings, env: GatewayParts['env']): void {
  if (webhook === undefined || (env[webhook.secretFrom] ?? '') !== '') return;
  throw new SluiceError(
    'settings-invalid',
    `\`${webhook.secretFrom}\` is not set: it holds the webhook’s secret`,
    {
      hint: `type: export ${webhook.secretFrom}="$(openssl rand -hex 32)"`,
    },
  );
}

interface Started {
  readonly running: RunningGateway;
  readonly keys: FirstKeys;
  /** Takes away what says where it listens. */
  readonly forgetUrl: () => void;
  /** Closes the models that propagators run on. */
  readonly closeModels: () => Promise<void>;
}

async function start(
  found: FoundSettings,
  parts: GatewayParts & Pick<GatewayOptions, 'onLog' | 'trustClock' | 'standby'>,
): Promise<Started> {
  const { settings, folder } = found;
  const { env, nowMs, onLog, trustClock, standby } = parts;
  const texts = Object.values(settings.profiles).map(({ propagator }) => propagator);
  const opened = await openNamed(texts, { clearance: inProcess });
  try {
    const given = { settings, folder, env, onLog, trustClock, standby };
    const running = await startGateway({ ...given, propagators: opened.registry });
    const { dispose } = opened;
    return { running, closeModels: dispose, ...(await settled(running, found, nowMs())) };
  } catch (error) {
    await opened.dispose();
    throw setUpError(error, folder);
  }
}

/** A gateway without its keys must not go on: nobody could use it, or stop an agent. */
async function settled(
  running: RunningGateway,
  found: FoundSettings,
  nowMs: number,
): Promise<Pick<Started, 'keys' | 'forgetUrl'>> {
  const database = databaseOf(found);
  const profile = firstProfile(found.settings);
  try {
    const keys = relative(await firstKeys(running.store, { database, profile, nowMs }));
    return { keys, forgetUrl: tellUrl(running.url, database) };
  } catch (error) {
    await running.close();
    throw error;
  }
}

/** Paths as one would type them. */
function relative({ client, operator }: FirstKeys): FirstKeys {
  return {
    client: { ...client, file: path.relative('.', client.file) },
    operator: { ...operator, file: path.relative('.', operator.file) },
  };
}
