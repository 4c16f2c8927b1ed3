import { SluiceError } from '@sluice/core';
import { z } from 'zod';
import { featureNames } from '../features/region-features.ts';
import type { Network } from '../network/network.ts';
import { placesOf } from '../network/parameters.ts';
import type { Judge, Screener } from '../screener.ts';

/** Raised with every change of what features, windows or renderings mean. */
const screenerFormat = 'sluice-screener-2';

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

const judge = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('feature'), feature: z.enum(featureNames) }),
  z.object({
    kind: z.literal('network'),
    features: z.array(z.enum(featureNames)).min(1),
    standard: z.object({ means: numbers, deviations: numbers }),
    networks: z.array(z.object({ hidden: count, parameters: numbers })).min(1),
  }),
]);

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
  judge,
  calibration: z.object({ scale: z.number().positive(), offset: z.number() }),
  threshold: z.number().min(0).max(1),
  choice: z.object({
    split: z.string(),
    measure: z.string(),
    seed: z.number(),
    calls: z.number(),
    tasks: z.number(),
    value: z.number(),
    at: z.iso.datetime(),
  }),
});

/** A screener as the text of a file. */
export function printScreener({ judge: own, ...screener }: Screener): string {
  const text = { format: screenerFormat, ...screener, judge: printJudge(own) };
  return `${JSON.stringify(text, null, 2)}\n`;
}

function printJudge(own: Judge): z.input<typeof judge> {
  if (own.kind === 'feature') return own;
  const { kind, features, standard, networks } = own;
  return {
    kind,
    features: [...features],
    standard: {
      means: encodeNumbers(standard.means),
      deviations: encodeNumbers(standard.deviations),
    },
    networks: networks.map(({ shape, parameters }) => ({
      hidden: shape.hidden,
      parameters: encodeNumbers(parameters),
    })),
  };
}

/** Numbers as base64 of little-endian single precision: a network needs no more. */
function encodeNumbers(values: Float64Array): string {
  const bytes = new DataView(new ArrayBuffer(values.length * 4));
  for (const [at, value] of values.entries()) bytes.setFloat32(at * 4, value, true);
  return Buffer.from(bytes.buffer).toString('base64');
}

/**
 * Reads a screener. Throws `weights-invalid` where the text is none, where it wants a feature that
 * we do not make, or where its network has another size than it says.
 */
export function parseScreener(text: string, place: string): Screener {
  const parsed = file.safeParse(jsonIn(text));
  if (!parsed.success) throw invalid(place, 'is no screener');
  const { format: _, judge: read, ...screener } = parsed.data;
  return { ...screener, judge: judgeFrom(read, place) };
}

function judgeFrom(read: z.output<typeof judge>, place: string): Judge {
  if (read.kind === 'feature') return read;
  const inputs = read.features.length;
  const networks = read.networks.map(({ hidden, parameters }): Network => {
    return { shape: { inputs, hidden }, parameters };
  });
  const isOfSize = networks.every(
    ({ shape, parameters }) => parameters.length === placesOf(shape).length,
  );
  const { means, deviations } = read.standard;
  if (!isOfSize || means.length !== inputs || deviations.length !== inputs) {
    throw invalid(place, 'has a network of another size than it says');
  }
  return { ...read, networks };
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
