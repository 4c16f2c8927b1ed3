import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';

/** Where commands find their environment. */
export interface CommandEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
}

const variable = 'SLUICE_OPERATOR_KEY';
const keyFile = '.sluice/operator.key';
const keyForm = /^op-sluice-[A-Za-z0-9_-]{43}$/;

/**
 * The operator's key: from the environment, else from a file that nobody else can read. Throws
 * `settings-invalid`, and never repeats what it found.
 */
export function operatorKey({ env, folder }: CommandEnvironment): string {
  const given = env[variable]?.trim() ?? '';
  if (given !== '') return checked(given, `\`${variable}\``);
  return checked(fromFile(path.join(folder, keyFile)), `\`${keyFile}\``);
}

function fromFile(file: string): string {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (cause) {
    throw new SluiceError(
      'settings-invalid',
      `there is no operator’s key in \`${variable}\` or \`${keyFile}\``,
      {
        hint:
          `go to the folder where the gateway runs, or type: export ${variable}=op-sluice-...; ` +
          'the log of a library needs no key: `sluice why ID --log FILE --policy FILE`',
        cause,
      },
    );
  }
  try {
    requirePrivate(handle, file);
    return readFileSync(handle, 'utf8').trim();
  } finally {
    closeSync(handle);
  }
}

/** Looks at the file that was opened, whatever stands under its name by now. */
function requirePrivate(handle: number, file: string): void {
  // Windows has no such bits: there the folder's access list protects the file.
  if (process.platform === 'win32') return;
  if ((fstatSync(handle).mode & 0o077) === 0) return;
  throw new SluiceError('settings-invalid', `\`${file}\` can be read by other users`, {
    hint: `type: chmod 600 ${file}; replace the key if somebody may have read it`,
  });
}

function checked(text: string, place: string): string {
  if (keyForm.test(text)) return text;
  const isClient = text.startsWith('sk-sluice-');
  throw new SluiceError('settings-invalid', `${place} is not an operator’s key`, {
    hint: isClient
      ? 'it is a client’s key, for agents: use one that begins with `op-sluice-`'
      : 'it begins with `op-sluice-`; an admin makes one: `sluice keys add operator NAME`',
  });
}
