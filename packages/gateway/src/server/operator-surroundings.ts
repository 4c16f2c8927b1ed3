import { regionsOf } from '@sluice/core';
import type { Bell } from '../ask/bell.ts';
import type { Lower, OperatorSurroundings } from '../operator/surroundings.ts';
import type { Runs } from '../run/runs.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { Clients } from './authenticate.ts';
import type { Profiles } from './profiles.ts';

interface Parts {
  readonly store: Store;
  readonly bell: Bell;
  readonly clients: Clients;
  readonly profiles: Profiles;
  readonly runs: Runs;
  readonly settings: Settings;
  readonly nowMs: () => number;
}

/** What the operators' API may do to the gateway around it. */
export function operatorSurroundings(parts: Parts): OperatorSurroundings {
  const { store, bell, clients, profiles, runs, settings, nowMs } = parts;
  return {
    store,
    bell,
    nowMs,
    hosts: settings.listen.hosts.map((host) => host.toLowerCase()),
    spacesOf: () => profiles.spaces,
    profiles: () => profiles.names,
    reload: () => profiles.reload(),
    breakGlass: async ({ profile, minutes }) => {
      const untilMs = nowMs() + minutes * 60_000;
      profiles.breakGlass(profile, untilMs);
      return { untilMs };
    },
    lower: (order) => lowerIn(parts, order),
    forget: (what) => {
      if (what.kind === 'credentials') clients.forget();
      else runs.erase(what.tenant, what.run);
    },
  };
}

/** Lowers a label in a run's history, and stores that before it is told. */
async function lowerIn({ runs, profiles }: Parts, order: Lower): Promise<boolean> {
  const { tenant, run: id, region, kind, isCleared, ...lowering } = order;
  for (const profile of profiles.all) {
    const run = await runs.get({ tenant, profile }, id);
    if (run === undefined) continue;
    return run.inTurn(async () => {
      const entry = regionsOf(run.session.history).find((each) => each.id === region);
      if (entry === undefined || !isCleared(entry.label.text)) return false;
      run.session.lower(kind, { region, ...lowering });
      await run.keepChange(region);
      return true;
    });
  }
  return false;
}
