import { realpathSync } from 'node:fs';
import path from 'node:path';
import { loadPolicy, SluiceError } from '@sluice/core';
import { readText } from '../files.ts';
import { policyOptions } from '../policy-file.ts';
import { isInside } from './workspace.ts';

/** A policy that can be loaded, with each file that it was read from. */
export interface RunPolicy {
  readonly file: string;
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Reads the policy of a run, so that a mistake in it is told before anything starts. Throws what
 * `loadPolicy` throws, and `settings-invalid` for a link in the workspace: the agent could point it
 * at another policy.
 */
export async function readRunPolicy(given: string, workspace: string): Promise<RunPolicy> {
  const file = path.join(realParent(given), path.basename(given));
  const texts = new Map([[file, readText(file)]]);
  if (isInside(file, workspace) && realpathSync(file) !== file) {
    throw new SluiceError('settings-invalid', `\`${given}\` is a link in the agent’s workspace`, {
      hint: 'name the file that it leads to: `--policy FILE`',
    });
  }
  const options = policyOptions(file, { groups: { workspace: [workspace] } });
  const include: typeof options.include = async (name) => {
    const text = (await options.include?.(name)) ?? '';
    texts.set(path.join(path.dirname(file), name), text);
    return text;
  };
  await loadPolicy(texts.get(file) ?? '', { ...options, include });
  return { file, texts };
}

function realParent(file: string): string {
  const folder = path.dirname(path.resolve(file));
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
