import { SluiceError } from '@sluice/core';
import type { Facts } from '../../agentdojo/facts.ts';
import type { Model } from '../../live/run-live.ts';
import type { Wordings } from '../../person/simulated-person.ts';
import { modelNameOf, readerByName, type ReaderName, readerNames } from '../../reader/by-name.ts';
import { otherWordings } from '../../reader/noisy/rewording.ts';
import type { DataOf } from '../../reader/polluting.ts';
import type { Reader } from '../../reader/reader.ts';
import { startReader } from '../../reader/server.ts';

export interface ModelChoice {
  readonly reader?: readonly string[] | undefined;
  /** How many noisy readers there are, with the seeds from 1. */
  readonly seeds?: number | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly keyFrom?: string | undefined;
}

/** The model of a sweep, and what is known of it. */
export interface ServedModel extends Model {
  /** As in `TrialSpec.model`. */
  readonly label: string;
  readonly seed: number;
  /** The program itself; of a real model there is none. */
  readonly reader: Reader | undefined;
  /** The words that it may use in place of others. */
  readonly wordings: Wordings | undefined;
}

export interface ServedModels {
  readonly models: readonly ServedModel[];
  readonly close: () => Promise<void>;
}

const defaultReaders: readonly ReaderName[] = ['lax', 'selecting', 'strict'];

const defaultSeeds = 5;

/** A real model by its name and address, or worst-case readers that are served here. */
export async function chosenModels(
  choice: ModelChoice,
  facts: Facts,
  dataOf?: DataOf,
): Promise<ServedModels> {
  if (choice.model !== undefined) return { models: [real(choice)], close: async () => {} };
  const server = await startReader({ facts, dataOf });
  const models = readersIn(choice).map(({ name, seed }): ServedModel => {
    const modelName = modelNameOf(name, seed);
    return {
      url: server.baseUrl,
      key: 'none',
      name: modelName,
      label: `reader:${name}`,
      seed,
      reader: readerByName(modelName, facts, dataOf),
      wordings: name === 'noisy' ? otherWordings : undefined,
    };
  });
  return { models, close: server.close };
}

/** Throws `settings-invalid` for a model that cannot be asked: before anything is started. */
export function requireModel(choice: ModelChoice): void {
  if (choice.model === undefined) readersIn(choice);
  else real(choice);
}

/** The readers that were named, each once; of the noisy one as many as there are seeds. */
function readersIn({
  reader = defaultReaders,
  seeds = defaultSeeds,
}: ModelChoice): readonly { readonly name: ReaderName; readonly seed: number }[] {
  return [...new Set(reader.map(readerNamed))].flatMap((name) => {
    const numbers = name === 'noisy' ? Array.from({ length: seeds }, (_, nth) => nth + 1) : [0];
    return numbers.map((seed) => ({ name, seed }));
  });
}

function readerNamed(named: string): ReaderName {
  const name = readerNames.find((each) => each === named);
  if (name !== undefined) return name;
  throw new SluiceError('settings-invalid', `there is no reader \`${named}\``, {
    hint: `name some of ${readerNames.join(', ')}`,
  });
}

function real({ model: name = '', baseUrl, keyFrom = 'OPENAI_API_KEY' }: ModelChoice): ServedModel {
  const key = process.env[keyFrom] ?? '';
  if (baseUrl === undefined || key === '') {
    const what =
      baseUrl === undefined ? 'where it is served is not said' : `\`${keyFrom}\` is not set`;
    throw new SluiceError('settings-invalid', `cannot ask \`${name}\`: ${what}`, {
      hint: 'give `--base-url https://.../v1`, and its key in the variable that `--key-from` names',
    });
  }
  return { url: baseUrl, key, name, label: name, seed: 0, reader: undefined, wordings: undefined };
}
