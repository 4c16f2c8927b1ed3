import { existsSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { localPathOf, readSettings, type Settings } from '@sluice/gateway';
import { readText } from '../files.ts';

/** Settings as they were found. */
export interface FoundSettings {
  readonly settings: Settings;
  /** Where they stand: paths in them begin there. */
  readonly folder: string;
  /** `undefined`: there is no file, and these are the defaults. */
  readonly file: string | undefined;
}

const usualFile = 'gateway.yaml';
const usualPolicy = 'sluice.yaml';

/**
 * The settings that a command names, those of the folder one stands in, or the defaults where a
 * policy stands there. Throws `file-unreadable` and `settings-invalid`. `orDefaults`: the defaults
 * will do where no policy stands there either.
 */
export function findSettings(
  named: string | undefined,
  { orDefaults = false }: { readonly orDefaults?: boolean } = {},
): FoundSettings {
  const file = named ?? (existsSync(usualFile) ? usualFile : undefined);
  if (file === undefined) {
    if (orDefaults || existsSync(usualPolicy)) {
      return { settings: readSettings('', usualFile), folder: path.resolve('.'), file };
    }
    const message = `this folder has neither \`${usualFile}\` nor \`${usualPolicy}\``;
    throw new SluiceError('file-unreadable', message, {
      hint: 'write them with `sluice init`, or name your settings: `--settings FILE`',
    });
  }
  const settings = readSettings(readText(file), file);
  return { settings, folder: path.resolve(path.dirname(file)), file };
}

/** The profile that the first client's key is for. */
export function firstProfile({ profiles }: Settings): string {
  const [first = 'default'] = Object.keys(profiles);
  return Object.hasOwn(profiles, 'default') ? 'default' : first;
}

/** The path of the database: beside it stand the first keys. */
export function databaseOf({ settings, folder }: FoundSettings): string {
  return path.resolve(folder, localPathOf(settings.database));
}
