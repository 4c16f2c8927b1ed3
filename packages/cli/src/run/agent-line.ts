import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { agentEnvironment } from './agent-environment.ts';
import type { AgentLine } from './agent-process.ts';
import type { Start } from './client.ts';
import { usualVariables } from './client-settings.ts';
import type { Guard, RunPlace } from './guard.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface GuardedLine {
  readonly line: AgentLine;
  /** Holds settings that only this run of the client reads. */
  readonly settings: string;
  /** Deletes them. */
  readonly dispose: () => void;
}

/** The command line of an agent, pointed at its gateway. Nothing of the user's own is written. */
export function guardedLine(
  guard: Guard,
  args: readonly string[],
  { place, isSandboxed }: { readonly place: RunPlace; readonly isSandboxed: boolean },
): GuardedLine {
  const { program, client, gateway, families, secrets } = guard;
  const { env, home } = place;
  const folder = temporaryFolder('run');
  const dispose = (): void => rmSync(folder, { recursive: true, force: true });
  const write: Start['write'] = (name, text) => {
    const file = path.join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  const access = {
    url: gateway.url,
    key: gateway.clientKey,
    serves: (family: Parameters<Start['serves']>[0]) => families.has(family),
  };
  try {
    const settings = client?.settings({ ...access, args, env, home, write }) ?? {
      env: usualVariables(access),
    };
    const given = settings.env ?? {};
    const line: AgentLine = {
      program,
      args: [...(settings.args ?? []), ...args],
      env: agentEnvironment(env, { given, secrets, isSandboxed }),
      folder: realpathSync(place.folder),
    };
    return { line, settings: folder, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}
