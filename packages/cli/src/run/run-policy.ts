import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { loadPolicy, SluiceError } from '@sluice/core';
import { readText } from '../files.ts';
import { policyOptions } from '../policy-file.ts';
import { shellWord } from '../show/shell-word.ts';
import { isInside } from './workspace.ts';

/** A policy that can be loaded, as it was read. */
export interface RunPolicy {
  readonly file: string;
  /** Its own text and those that it includes, by their paths from its folder. */
  readonly texts: ReadonlyMap<string, string>;
  /** Where they lie in the end. */
  readonly files: readonly string[];
}

/**
 * Reads the policy of a run, so that a mistake in it is told before anything starts. Throws what
 * `loadPolicy` throws, and `settings-invalid` for a link in the workspace: the agent could point it
 * at another policy.
 */
export async function readRunPolicy(given: string, workspace: string): Promise<RunPolicy> {
  const named = path.join(realParent(given), path.basename(given));
  const text = readText(named);
  const file = ownFile(named, workspace);
  const texts = new Map([[path.basename(file), text]]);
  const files = [file];
  const options = policyOptions(file, { groups: { workspace: [workspace] } });
  const include: typeof options.include = async (name) => {
    const included = (await options.include?.(name)) ?? '';
    files.push(ownFile(path.join(path.dirname(file), name), workspace));
    texts.set(path.normalize(name), included);
    return included;
  };
  await loadPolicy(text, { ...options, include });
  return { file, texts, files };
}

/**
 * Where a file lies in the end. Throws `settings-invalid` for one that the agent could change by
 * another name, or replace by turning a link in its workspace.
 */
function ownFile(file: string, workspace: string): string {
  const real = realpathSync(file);
  if (isInside(file, workspace) && real !== file) {
    throw new SluiceError(
      'settings-invalid',
      `\`${path.basename(file)}\` is a link in the agent’s workspace`,
      {
        hint: 'name the file that it leads to: `--policy FILE`, or under `include`',
      },
    );
  }
  if (isInside(real, workspace) && statSync(real).nlink > 1) {
    throw new SluiceError('settings-invalid', `\`${real}\` has a second name (a hard link)`, {
      hint: `give it one name alone: cp ${shellWord(real)} NEW && mv NEW ${shellWord(real)}`,
    });
  }
  return real;
}

function realParent(file: string): string {
  const folder = path.dirname(path.resolve(file));
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
