import { readerVariants } from '../../reader/by-name.ts';
import { startReader, type ReaderServer } from '../../reader/server.ts';
import type { Facts } from '../../agentdojo/facts.ts';
import type { Model } from '../../live/run-live.ts';
import { SluiceError } from '@sluice/core';

export interface ModelChoice {
  readonly reader: string;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly keyFrom?: string | undefined;
}

/** The model of a sweep, and what is known of it. */
export interface ServedModel extends Model {
  /** As in `TrialSpec.model`. */
  readonly label: string;
  readonly variant: (typeof readerVariants)[number] | undefined;
  readonly reader: ReaderServer | undefined;
  readonly close: () => Promise<void>;
}

/** A real model by its name and address, or a worst-case reader that is served here. */
export async function chosenModel(choice: ModelChoice, facts: Facts): Promise<ServedModel> {
  return choice.model === undefined ? served(choice, facts) : real(choice);
}

/** Throws `settings-invalid` for a model that cannot be asked: before anything is started. */
export function requireModel(choice: ModelChoice): void {
  if (choice.model === undefined) variantNamed(choice.reader);
  else real(choice);
}

function variantNamed(named: string): (typeof readerVariants)[number] {
  const variant = readerVariants.find((each) => each === named);
  if (variant !== undefined) return variant;
  throw new SluiceError('settings-invalid', `there is no reader \`${named}\``, {
    hint: `name one of ${readerVariants.join(', ')}`,
  });
}

async function served({ reader: named }: ModelChoice, facts: Facts): Promise<ServedModel> {
  const variant = variantNamed(named);
  const reader = await startReader({ facts });
  const { baseUrl: url, close } = reader;
  return { url, key: 'none', name: variant, label: `reader:${variant}`, variant, reader, close };
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
  return {
    url: baseUrl,
    key,
    name,
    label: name,
    variant: undefined,
    reader: undefined,
    close: nothing,
  };
}

async function nothing(): Promise<void> {}
