import { SluiceError } from '@sluice/core';
import { z } from 'zod';
import { featureNames } from '../features/region-features.ts';
import type { Network } from '../network/network.ts';
import { placesOf } from '../network/parameters.ts';
import type { Screener } from '../screener.ts';

/** Raised with every change of what features, windows or renderings mean. */
const screenerFormat = 'sluice-screener-1';

const count = z.int().positive();

/** Reads them again; rejects what is no base64 of whole numbers, or no number. */
const numbers = z
  .string()
  .regex(/^[A-Za-z0-9+/]*={0,2}$/)
  .transform((text, context) => {
    const bytes = Buffer.from(text, 'base64');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const values = new Float64Array(Math.floor(bytes.byteLength / 4));
    for (const at of values.keys()) values[at] = view.getFloat32(at * 4, true);
    if (bytes.byteLength % 4 !== 0 || !values.every(Number.isFinite)) {
      context.addIssue({ code: 'custom', message: 'expected finite numbers' });
    }
    return values;
  });

const file = z.object({
  format: z.literal(screenerFormat),
  source: z.object({ model: z.string().min(1), method: z.string().min(1) }),
  limits: z.object({
    windowTokensMax: count,
    headTokensMax: count,
    valueTokensMax: count,
    outputTokensMax: count,
    windowsMax: count,
  }),
  features: z.array(z.string()),
  standard: z.object({ means: numbers, deviations: numbers }),
  networks: z.array(z.object({ hidden: count, parameters: numbers })).min(1),
  calibration: z.object({ scale: z.number(), offset: z.number() }),
  threshold: z.number().min(0).max(1),
});

/** A screener as the text of a file. */
export function printScreener(screener: Screener): string {
  const { source, limits, standard, networks, calibration, threshold } = screener;
  const text = {
    format: screenerFormat,
    source,
    limits,
    features: featureNames,
    standard: {
      means: encodeNumbers(standard.means),
      deviations: encodeNumbers(standard.deviations),
    },
    networks: networks.map(({ shape, parameters }) => ({
      hidden: shape.hidden,
      parameters: encodeNumbers(parameters),
    })),
    calibration,
    threshold,
  };
  return `${JSON.stringify(text, null, 2)}\n`;
}

/** Numbers as base64 of little-endian single precision: a network needs no more. */
function encodeNumbers(values: Float64Array): string {
  const bytes = new DataView(new ArrayBuffer(values.length * 4));
  for (const [at, value] of values.entries()) bytes.setFloat32(at * 4, value, true);
  return Buffer.from(bytes.buffer).toString('base64');
}

/**
 * Reads a screener. Throws `weights-invalid` where the text is none, where its network has other
 * features than we make, or another size than it says.
 */
export function parseScreener(text: string, place: string): Screener {
  const parsed = file.safeParse(jsonIn(text));
  if (!parsed.success) throw invalid(place, 'is no screener');
  const { source, limits, features, standard, calibration, threshold } = parsed.data;
  if (features.join() !== featureNames.join())
    throw invalid(place, 'was trained on other features');
  const inputs = featureNames.length;
  const networks = parsed.data.networks.map(({ hidden, parameters }): Network => {
    return { shape: { inputs, hidden }, parameters };
  });
  const isOfSize = networks.every(
    ({ shape, parameters }) => parameters.length === placesOf(shape).length,
  );
  const { means, deviations } = standard;
  if (!isOfSize || means.length !== inputs || deviations.length !== inputs) {
    throw invalid(place, 'has a network of another size than it says');
  }
  return { source, limits, standard, networks, calibration, threshold };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(place: string, why: string): SluiceError {
  return new SluiceError('weights-invalid', `\`${place}\` ${why}`, {
    hint: 'train one with `sluice train screener`, or leave it out to take the one that is shipped',
  });
}
