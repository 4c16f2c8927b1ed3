import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { featureNames } from '../src/screener/features/region-features.ts';
import { printScreener } from '../src/screener/file/screener-file.ts';
import { initialParameters } from '../src/screener/network/parameters.ts';
import { madeChoice } from '../src/screener/testing/made-choice.ts';
import { tinyModel } from '../src/testing/tiny-model.ts';

/** Weights and a screener of random numbers, in a folder of their own. */
export interface TinyModels {
  readonly pathOf: (id: string) => string;
  /** A screener that reads the saliency of `tiny`. */
  readonly screener: string;
  readonly remove: () => void;
}

const sizes = { layers: 1, width: 32, feedForward: 32 };

export function tinyModels(): TinyModels {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-tiny-'));
  const weights = path.join(folder, 'tiny.gguf');
  const screener = path.join(folder, 'screener.json');
  writeFileSync(weights, tinyModel({ seed: 1, type: 'f32', context: 8192, ...sizes }));
  const shape = { inputs: featureNames.length, hidden: 4 };
  writeFileSync(
    screener,
    printScreener({
      source: { model: 'tiny', method: 'gradient' },
      limits: {
        windowTokensMax: 1024,
        headTokensMax: 128,
        valueTokensMax: 32,
        outputTokensMax: 128,
        windowsMax: 8,
      },
      judge: {
        kind: 'network',
        features: featureNames,
        standard: {
          means: new Float64Array(shape.inputs),
          deviations: new Float64Array(shape.inputs).fill(1),
        },
        networks: [{ shape, parameters: initialParameters(shape, 1) }],
      },
      calibration: { scale: 1, offset: 0 },
      threshold: 0.5,
      choice: madeChoice,
    }),
  );
  return {
    pathOf: () => weights,
    screener,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
