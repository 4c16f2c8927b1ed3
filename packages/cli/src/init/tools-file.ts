import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { declaredTools } from '../declared-tools.ts';
import type { Project } from './look.ts';
import type { PolicyParts } from './policy-text.ts';
import { nameOf } from './shared-names.ts';
import { writeNew } from './write-new.ts';

/** Throws `settings-invalid` where no server is asked, for then nothing is there to be written. */
export function requireServers(file: string | undefined, servers: string | undefined): void {
  if (file === undefined || servers !== undefined) return;
  throw new SluiceError('settings-invalid', '`--write-tools` needs servers to ask', {
    hint: 'add `--servers all`, or their names',
  });
}

/** Writes what the servers offer as a list of tools, each once, named as the model gets them. */
export function writtenTools(
  file: string,
  { asked }: Project,
  toolNames: PolicyParts['toolNames'],
): readonly { readonly file: string; readonly did: 'written' | 'kept' }[] {
  const offered = asked.flatMap((each) =>
    each.kind === 'failed'
      ? []
      : each.list.map(({ name, description, parameters }) => {
          return { name: nameOf({ name }, each.server, toolNames), description, parameters };
        }),
  );
  if (offered.length === 0) return [];
  const once = [...new Map(offered.map((tool) => [tool.name, tool])).values()];
  const text = `${JSON.stringify(once, undefined, 2)}\n`;
  return [{ file, did: writeNew(path.resolve(file), text) }];
}

/** The file that somebody named, where it is a list as other commands take it, of all the tools. */
export function givenList(
  files: readonly string[],
  { tools, packed }: Pick<Project, 'tools' | 'packed'>,
): string | undefined {
  const [file, ...others] = files;
  if (file === undefined || others.length + packed.length > 0) return undefined;
  const listed = namesIn(file);
  return listed !== undefined && tools.every(({ name }) => listed.has(name)) ? file : undefined;
}

function namesIn(file: string): ReadonlySet<string> | undefined {
  try {
    return new Set(declaredTools(file).map(({ name }) => name));
  } catch {
    return undefined;
  }
}
