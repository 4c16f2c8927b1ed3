import { endorseFile, fileViews } from '../files/file-views.ts';
import type { Notifier } from '../run/ask/notifier.ts';
import type {
  Lower,
  OperatorDependencies,
  ShownRegion,
  WantedRegion,
} from '../operator/dependencies.ts';
import type { Changes } from '../operator/live/changes.ts';
import type { LiveRun } from '../run/live-run.ts';
import { shownMessages } from '../run/shown-messages.ts';
import { regionBy, shownRegion } from '../run/shown-region.ts';
import type { Runs } from '../run/runs.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { McpGateway } from '../mcp/mcp-gateway.ts';
import type { Clients } from './authenticate.ts';
import type { Profiles } from './profiles.ts';

interface Parts {
  readonly store: Store;
  readonly notifier: Notifier;
  readonly clients: Clients;
  readonly profiles: Profiles;
  readonly runs: Runs;
  readonly settings: Settings;
  readonly mcp: Pick<McpGateway, 'offers' | 'seen'>;
  readonly nowMs: () => number;
  readonly changes: Changes;
}

/** The operators' API acts on the gateway through these. */
export function operatorDependencies(parts: Parts): OperatorDependencies {
  const { store, notifier, clients, profiles, runs, settings, mcp, nowMs, changes } = parts;
  return {
    store,
    notifier,
    changes,
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
    region: (wanted) => regionIn(parts, wanted),
    messages: ({ tenant, run: id, isCleared }) =>
      inRun(parts, { tenant, id }, (run) => run && shownMessages(run.session.history, isCleared)),
    without: ({ tenant, run: id, ceiling, signal }) =>
      inRun(parts, { tenant, id }, (run) => run?.without(ceiling, signal)),
    fileTenants: () => runs.files.tenants(),
    files: (wanted) => fileViews(runs.files, wanted),
    endorseFile: (order) => endorseFile(runs.files, order),
    mcp,
    lower: (order) => lowerIn(parts, order),
    forget: (what) => {
      if (what.kind === 'credentials') clients.forget();
      else runs.erase(what.tenant, what.run);
    },
  };
}

async function regionIn(
  parts: Parts,
  { tenant, run: id, region, isCleared }: WantedRegion,
): Promise<ShownRegion | undefined> {
  return await inRun(parts, { tenant, id }, (run) => {
    return run && shownRegion(run.session.history, { id: region, isCleared });
  });
}

/**
 * Lowers a label in a run's history, and stores that before it is told. It waits for no turn: that
 * may wait for a person, and the person may be the one who gives this order.
 */
async function lowerIn(parts: Parts, order: Lower): Promise<'lowered' | 'missing' | 'changed'> {
  const { tenant, run: id, region, hash, kind, isCleared, ...lowering } = order;
  return await inRun(parts, { tenant, id }, async (run) => {
    if (run === undefined) return 'missing';
    const { history } = run.session;
    const shown = shownRegion(history, { id: region, isCleared });
    const moved = shown?.hash === hash ? region : regionBy(history, { hash, isCleared });
    if (moved === undefined) return shown === undefined ? 'missing' : 'changed';
    run.session.lower(kind, { region: moved, ...lowering });
    const after = run.session.history;
    await run.keepChange(moved).catch((cause: unknown) => {
      // A state that is not in the store must not be gone on from.
      parts.runs.forget(run);
      throw cause;
    });
    parts.runs.knownTexts.lowered(run, { before: history, after });
    return 'lowered';
  });
}

/** Works on a run beside its turns; the run stays in memory meanwhile. */
async function inRun<Result>(
  { runs, profiles }: Parts,
  { tenant, id }: { readonly tenant: string; readonly id: string },
  work: (run: LiveRun | undefined) => Promise<Result> | Result,
): Promise<Result> {
  for (const profile of profiles.all) {
    const run = await runs.asItStands({ tenant, profile }, id);
    if (run === undefined) continue;
    try {
      return await work(run);
    } finally {
      run.use.release();
    }
  }
  return await work(undefined);
}
