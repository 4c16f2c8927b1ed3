import type { AnswerMemory } from '../../task/answer-memory.ts';
import {
  privacyDefence,
  privacyDefenceNames,
  type OpenedPropagators,
} from '../../privacy/defence/by-name.ts';
import { privacyReader } from '../../privacy/reader/reader.ts';
import type { PrivacyDefence } from '../../privacy/defence/defence.ts';
import type { runPrivacyBench } from '../../privacy/run/privacy-bench.ts';
import {
  loadPeer,
  SluiceError,
  type ChatModel,
  type Propagator,
  type PropagatorRegistry,
} from '@sluice/core';
import { openNamed } from '../../propagators.ts';
import { inProcess } from 'sluice/parts';

/** Which model answers, as it was typed. */
export interface PrivacyModelOptions {
  /** `worst-case`, `local`, or the name of one that is served. */
  readonly model: string;
  readonly baseUrl?: string;
  readonly keyFrom: string;
}

/** The agent's model of a run of the suite. */
export interface OpenedModel {
  readonly name: string;
  readonly isReader: boolean;
  readonly modelFor: Parameters<typeof runPrivacyBench>[0]['modelFor'];
  readonly dispose: () => Promise<void>;
}

/** Throws `settings-invalid`, `file-unreadable` and `peer-missing`, with what to type. */
export async function openModel(options: PrivacyModelOptions): Promise<OpenedModel> {
  const { model: name } = options;
  if (name === 'worst-case') {
    return { name, isReader: true, modelFor: privacyReader, dispose: nothing };
  }
  if (name !== 'local') {
    return { name, isReader: false, modelFor: plainly(await served(options)), dispose: nothing };
  }
  const { model, dispose } = await localModel();
  return { name: model.name, isReader: false, modelFor: plainly(model), dispose };
}

async function nothing(): Promise<void> {}

/** A careless variant of a real model is nothing that can be asked for. */
function plainly(model: ChatModel): OpenedModel['modelFor'] {
  return (_, variant) => (variant === 'plain' ? model : undefined);
}

const localWeights = 'smollm2-135m-instruct';
/** The declared tools of a world alone are half of it. */
const contextTokensMax = 4096;
const outputTokensMax = 256;

/** Throws `file-unreadable` and `peer-missing`, with what to type. */
async function localModel(): Promise<{
  readonly model: ChatModel;
  readonly dispose: () => Promise<void>;
}> {
  const { llamaModel, openLlama, weightsPath } = await import('@sluice/local');
  const path = weightsPath(localWeights);
  const llama = await openLlama({ path, model: localWeights, threads: 1, contextTokensMax });
  return { model: llamaModel(llama, { outputTokensMax }), dispose: llama.dispose };
}

async function served({ model, baseUrl, keyFrom }: PrivacyModelOptions): Promise<ChatModel> {
  const apiKey = process.env[keyFrom] ?? '';
  if (baseUrl === undefined || apiKey === '') {
    const what =
      baseUrl === undefined ? 'where it is served is not said' : `\`${keyFrom}\` is not set`;
    throw new SluiceError('settings-invalid', `cannot ask \`${model}\`: ${what}`, {
      hint: 'give `--base-url https://.../v1`, and its key in the variable that `--key-from` names',
    });
  }
  const { openaiModel } = await loadPeer('openai', () => import('@sluice/core/model/openai'));
  return openaiModel({ model, baseURL: baseUrl, apiKey, params: { temperature: 0 } });
}

/** A defence that cannot be had here, and what to type. */
export interface LeftOut {
  readonly name: string;
  readonly because: string;
}

export interface OpenedDefences {
  readonly defences: readonly PrivacyDefence[];
  readonly leftOut: readonly LeftOut[];
  readonly dispose: () => Promise<void>;
}

/**
 * Each is opened alone, so that one whose weights are missing is left out and named. What those
 * that run models answer is kept in `memory`.
 */
export async function openDefences(
  names: readonly string[],
  memory: AnswerMemory,
): Promise<OpenedDefences> {
  const defences: PrivacyDefence[] = [];
  const leftOut: LeftOut[] = [];
  const open: (() => Promise<void>)[] = [];
  for (const name of new Set(names)) {
    try {
      const { registry, dispose } = await openNamed(isOwn(name) ? [] : [name], {
        clearance: inProcess,
      });
      open.push(dispose);
      defences.push(privacyDefence(name, openedFrom(registry, memory)));
    } catch (error) {
      if (error instanceof SluiceError && error.code === 'propagator-invalid') throw error;
      leftOut.push({ name, because: whyNot(error) });
    }
  }
  return {
    defences,
    leftOut,
    dispose: async () => {
      for (const dispose of open) await dispose();
    },
  };
}

function whyNot(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** These ask the agent's own model under the names that they have for a model of their own. */
function isOwn(name: string): boolean {
  return privacyDefenceNames.includes(name);
}

function openedFrom(registry: PropagatorRegistry, memory: AnswerMemory): OpenedPropagators {
  return (policy) =>
    new Map(
      Object.entries(registry).map(([name, own]) => [
        name,
        (options: string): Propagator =>
          memory.remembering(`${name}(${options})`, own(policy, options)),
      ]),
    );
}
