import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FoundSettings } from '../../gateway/settings-file.ts';
import { fieldsOf } from '../../json.ts';
import type { Event } from '../../operator/api/answers.ts';
import type { CommandEnvironment } from '../../operator/api/credential.ts';
import { loadPolicyFile, toolNamesOf } from '../../policy-file.ts';
import { findings, type Finding, type DoctorEnvironment } from '../finding.ts';
import { someOf } from '../../show/some-of.ts';
import { recordedEvents } from './recorded.ts';

const inPolicy = findings('policy');

/**
 * Compares the tools that clients have declared to the gateway that runs with those that the
 * policies name. A name that is spelled otherwise leaves a tool without its rules, and shows
 * nowhere else. Where no gateway answers, or nobody's key is here, nothing is said.
 */
export async function checkTools(
  found: FoundSettings,
  { env }: Pick<DoctorEnvironment, 'env'>,
): Promise<readonly Finding[]> {
  const named = await namedTools(found);
  const declared = await declaredTools({ env, folder: found.folder });
  if (named === undefined || declared === undefined || declared.tools.size === 0) return [];
  const strays = [...declared.tools].filter((tool) => !named.has(tool));
  // Some tools may be declared in a part that was not read.
  const unused = declared.isWhole ? [...named].filter((tool) => !declared.tools.has(tool)) : [];
  return [
    ...(strays.length === 0 ? [] : [strayFinding(strays)]),
    ...(unused.length === 0 ? [] : [unusedFinding(unused)]),
    ...(strays.length + unused.length === 0 && declared.isWhole
      ? [inPolicy('holds', 'clients declare the tools that the policy names, and no others')]
      : []),
  ];
}

function strayFinding(strays: readonly string[]): Finding {
  const says = `clients declare tools that no policy names: ${someOf(strays)}`;
  return inPolicy('look', says, 'compare their spelling with `tools:` in the policy');
}

function unusedFinding(unused: readonly string[]): Finding {
  const says = `no client has declared these tools of the policy yet: ${someOf(unused)}`;
  return inPolicy(
    'look',
    says,
    'a name that the model does not use has no effect: is it spelled so?',
  );
}

/** The tools that the policies name; `undefined` where one cannot be read. */
async function namedTools({
  settings,
  folder,
}: FoundSettings): Promise<ReadonlySet<string> | undefined> {
  try {
    const profiles = Object.values(settings.profiles).map(({ policy, groups }) => {
      return { file: path.resolve(folder, policy), groups };
    });
    if (!profiles.every(({ file }) => existsSync(file))) return undefined;
    const policies = await Promise.all(
      profiles.map(({ file, groups }) => loadPolicyFile(file, undefined, groups)),
    );
    return new Set(policies.flatMap(toolNamesOf));
  } catch {
    return undefined;
  }
}

interface Declared {
  readonly tools: ReadonlySet<string>;
  /** True where all declarations could be read, and were. */
  readonly isWhole: boolean;
}

async function declaredTools(place: CommandEnvironment): Promise<Declared | undefined> {
  const recorded = await recordedEvents('tools-declared', place);
  if (recorded === undefined) return undefined;
  const { events, isWhole } = recorded;
  return { tools: new Set(events.flatMap(toolsIn)), isWhole: isWhole && events.every(isSeen) };
}

function isSeen({ redacted, payload }: Event): boolean {
  return !redacted && payload['tools'] !== undefined;
}

function toolsIn({ payload }: Event): readonly string[] {
  const { tools } = payload;
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) => {
    const { name } = fieldsOf(tool);
    return typeof name === 'string' ? [name] : [];
  });
}
