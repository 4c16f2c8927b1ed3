import { SluiceError } from '@sluice/core';
import { usedUpstreams, type Settings } from '@sluice/gateway';
import { databaseOf, findSettings, type FoundSettings } from '../gateway/settings-file.ts';
import type { Terminal } from '../terminal.ts';
import { checkActing } from './checks/acting.ts';
import { checkClock } from './checks/clock.ts';
import { checkFiles } from './checks/files.ts';
import { guaranteesOf } from './checks/guarantees.ts';
import { checkListening } from './checks/listening.ts';
import { checkNode } from './checks/node.ts';
import { checkProfile } from './checks/policy.ts';
import { checkReduced } from './checks/reduced.ts';
import { checkSandbox } from './checks/sandbox.ts';
import { checkTools } from './checks/tools.ts';
import { checkUser } from './checks/user.ts';
import { checkUpstream } from './checks/upstreams.ts';
import type { Finding, DoctorEnvironment } from './finding.ts';
import { findingLines } from './show-doctor.ts';

export interface DoctorOptions {
  readonly settings?: string;
  readonly json?: true;
}

/** Prints what this set-up guarantees, and what not; 1 where something must be fixed. */
export async function runDoctor(
  { settings, json }: DoctorOptions,
  { terminal, world }: { readonly terminal: Terminal; readonly world: DoctorEnvironment },
): Promise<0 | 1> {
  const findings = await examine(settings, world);
  const fix = findings.filter(({ status }) => status === 'fix').length;
  if (json === true) terminal.print(JSON.stringify({ fix, findings }));
  else for (const line of findingLines(findings, terminal)) terminal.print(line);
  return fix === 0 ? 0 : 1;
}

async function examine(
  named: string | undefined,
  world: DoctorEnvironment,
): Promise<readonly Finding[]> {
  const found = settingsOf(named);
  if ('status' in found) return [checkNode(world), found];
  const { settings, folder, file } = found;
  const says =
    file === undefined ? 'there is no gateway.yaml: these are the defaults' : `${file} is valid`;
  const profiles = await Promise.all(
    Object.entries(settings.profiles).map((entry) => profileFindings(entry, folder)),
  );
  const listening = await checkListening(settings, world);
  const runs = listening.status === 'holds';
  const looks = await Promise.all(
    askedUpstreams(settings).map((entry) => checkUpstream(entry, { ...world, runs })),
  );
  const dates = looks.flatMap(({ dateMs }) => dateMs ?? []);
  return [
    checkNode(world),
    { area: 'settings', status: 'holds', says },
    ...profiles.flat(),
    ...(await checkTools(found, world)),
    ...(await checkReduced(found, world)),
    ...(await checkActing(found, world)),
    ...looks.flatMap((look) => look.findings),
    ...checkFiles(databaseOf(found)),
    checkUser(databaseOf(found), world),
    checkSandbox(world),
    checkClock(world.nowMs(), dates),
    listening,
  ];
}

type ProfileEntry = Parameters<typeof checkProfile>[0];

async function profileFindings(entry: ProfileEntry, folder: string): Promise<readonly Finding[]> {
  const { findings, policy } = await checkProfile(entry, folder);
  const isUsable = policy !== undefined && findings.every(({ status }) => status !== 'fix');
  return isUsable ? [...findings, ...guaranteesOf(entry, policy)] : findings;
}

function settingsOf(named: string | undefined): FoundSettings | Finding {
  try {
    return findSettings(named);
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return { area: 'settings', status: 'fix', says: error.problem, todo: error.hint };
  }
}

/** Upstreams that some profile names: the others are never asked. */
function askedUpstreams(
  settings: Settings,
): readonly (readonly [string, Settings['upstreams'][string]])[] {
  const used = usedUpstreams(settings);
  return Object.entries(settings.upstreams).filter(([name]) => used.has(name));
}
