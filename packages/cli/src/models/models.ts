import { SluiceError } from '@sluice/core';
import { models, modelsFolder, pull, verify, weightsPath, type ListedWeights } from '@sluice/local';
import type { ExitCode } from '../command-context.ts';
import { table, type Terminal } from '../terminal.ts';
import { megabytes, shownProgress } from './pull-progress.ts';

export interface JsonOption {
  readonly json?: true;
}

export interface PullCommandOptions extends JsonOption {
  readonly from?: string;
  readonly sha256?: string;
  readonly licence?: string;
}

/** Prints which weights are known, and which of them are there. */
export function listModels({ json }: JsonOption, terminal: Terminal): ExitCode {
  const listed = models();
  if (json) {
    terminal.print(JSON.stringify({ folder: modelsFolder(), models: listed.map(described) }));
    return 0;
  }
  const rows = listed.map(({ entry, path }) => [
    entry.id,
    `${megabytes(entry.bytes)} MB`,
    entry.licence,
    path === undefined ? 'no' : 'yes',
    entry.about,
  ]);
  terminal.print(table(['id', 'size', 'licence', 'pulled', 'what'], rows));
  terminal.print(`in ${modelsFolder()}`);
  if (listed.every(({ path }) => path === undefined))
    terminal.print(`type \`sluice models pull ${listed[0]?.entry.id ?? 'ID'}\``);
  return 0;
}

/** Fetches weights into the cache, and prints where they are. */
export async function pullModel(
  id: string,
  options: PullCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { from, sha256, licence } = options;
  if (sha256 !== undefined && from === undefined)
    throw new SluiceError(
      'settings-invalid',
      '`--sha256` needs `--from`: where these weights are',
      {
        hint: 'add `--from FILE`, `--from https://...` or `--from hf:OWNER/REPOSITORY/FILE`',
      },
    );
  const own =
    sha256 === undefined || from === undefined ? undefined : { id, from, sha256, licence };
  const path = await stoppable(async (signal, onProgress) =>
    own === undefined
      ? await pull(id, { signal, onProgress, from })
      : await pull(own, { signal, onProgress }),
  );
  terminal.print(options.json ? JSON.stringify({ id, path }) : path);
  return 0;
}

/** Compares what was pulled with its SHA-256: the named weights, or all that are there. */
export async function verifyModels(
  ids: readonly string[],
  { json }: JsonOption,
  terminal: Terminal,
): Promise<ExitCode> {
  const there = models().filter(({ path }) => path !== undefined);
  const wanted = ids.length > 0 ? ids : there.map(({ entry }) => entry.id);
  const verified: { id: string; ok: boolean }[] = [];
  for (const id of wanted) {
    const wrong = await stoppable(
      async (signal, onProgress) => await broken(id, { signal, onProgress }),
    );
    verified.push({ id, ok: wrong === undefined });
    if (json) continue;
    terminal.print(wrong === undefined ? `${id}: as it came` : `${id}: ${wrong.problem}`);
    if (wrong !== undefined) terminal.warn(`  ${wrong.hint}`);
  }
  if (json) terminal.print(JSON.stringify({ verified }));
  else if (verified.length === 0) terminal.print('no weights have been pulled');
  return verified.every(({ ok }) => ok) ? 0 : 1;
}

/** Prints where pulled weights are, and nothing else: for `$(...)`. */
export function modelPath(id: string, { json }: JsonOption, terminal: Terminal): ExitCode {
  const path = weightsPath(id);
  terminal.print(json ? JSON.stringify({ id, path }) : path);
  return 0;
}

/** Weights that have changed are a finding; any other error is one of the check itself. */
async function broken(
  id: string,
  options: Parameters<typeof verify>[1],
): Promise<SluiceError | undefined> {
  try {
    await verify(id, options);
    return undefined;
  } catch (error) {
    if (error instanceof SluiceError && error.code === 'weights-invalid') return error;
    throw error;
  }
}

function described({ entry, path }: ListedWeights): Readonly<Record<string, unknown>> {
  const { id, licence, bytes, sha256, about } = entry;
  return { id, licence, bytes, sha256, about, path };
}

type Stoppable<T> = (
  signal: AbortSignal,
  onProgress: ReturnType<typeof shownProgress>['onProgress'],
) => Promise<T>;

/** Ctrl-C ends it in order: what has come stays, and the lock is given back. */
async function stoppable<T>(run: Stoppable<T>): Promise<T> {
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.once('SIGINT', onSignal);
  const { onProgress, end } = shownProgress();
  try {
    return await run(stop.signal, onProgress);
  } finally {
    end();
    process.off('SIGINT', onSignal);
  }
}
