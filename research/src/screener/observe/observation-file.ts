import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { SluiceError } from '@sluice/core';
import { featureNames } from '@sluice/local';
import { z } from 'zod';
import { parts } from '../learn/part.ts';
import { callKinds } from '../pair/labelled-call.ts';
import { featureSteps, type Observation, type ObservedRegion } from './observation.ts';
import type { SaliencyReading } from './saliency-readings.ts';

/** The model whose runs are the most of what is kept, and which RTBAS has too. */
export const recordedModel = 'gpt-4o-2024-05-13';

/** In the order in which they are kept. */
const readings = ['literal', 'values', 'token', 'share', 'valueShare'] as const;

const reading = z.array(z.number()).length(readings.length);

const roles = ['scalar', 'text', 'shape', 'said', 'called'] as const;

/** A file of observations begins with the names of the features that its rows hold. */
const head = z.object({ features: z.array(z.string()) });

const line = z.object({
  suite: z.string(),
  model: z.string(),
  task: z.string(),
  kind: z.literal(callKinds),
  part: z.literal(parts),
  user: reading,
  /** One letter a region: place of its role. */
  roles: z.string().regex(/^[0-4]*$/),
  /** One letter a region: 1 where it holds. `meant` has `-` where nobody has said. */
  dependent: z.string().regex(/^[01]*$/),
  meant: z.string().regex(/^[01-]*$/),
  injected: z.string().regex(/^[01]*$/),
  /** One digit or letter a region: place of its label. */
  levels: z.string().regex(/^[0-9a-z]*$/),
  /** One text a label: 1 for each label that it flows to. */
  flows: z.array(z.string().regex(/^[01]+$/)),
  stops: z.string().regex(/^[01]+$/),
  needs: z.array(z.int().nonnegative()),
  saliency: z.array(reading),
  features: z.string(),
});

/** Writes observations, gzipped, one line of JSON a call. */
export function writeObservations(file: string, observations: readonly Observation[]): void {
  const lines = [{ features: featureNames }, ...observations.map(printed)];
  writeFileSync(
    file,
    gzipSync(lines.map((one) => `${JSON.stringify(one)}\n`).join(''), { level: 9 }),
  );
}

function printed({ regions, features, ...call }: Observation): z.input<typeof line> {
  const letters = (letter: (region: ObservedRegion) => string | number): string =>
    regions.map(letter).join('');
  return {
    suite: call.suite,
    model: call.model,
    task: call.task,
    kind: call.kind,
    part: call.part,
    user: printedReading(call.user),
    roles: letters(({ role }) => roles.indexOf(role)),
    dependent: letters(({ isDependent }) => Number(isDependent)),
    meant: letters(({ isMeant }) => (isMeant === undefined ? '-' : Number(isMeant))),
    injected: letters(({ isInjected }) => Number(isInjected)),
    levels: letters(({ level }) => level.toString(36)),
    flows: call.labels.flows.map(printedBits),
    stops: printedBits(call.labels.stops),
    needs: [...call.labels.needs],
    saliency: regions.map(({ saliency }) => printedReading(saliency)),
    features: Buffer.from(
      Int16Array.from(features, (feature) => Math.round(feature * featureSteps)).buffer,
    ).toString('base64'),
  };
}

function printedReading(saliency: SaliencyReading): number[] {
  return readings.map((name) => saliency[name]);
}

function printedBits(bits: readonly boolean[]): string {
  return bits.map(Number).join('');
}

/** Reads observations. Throws `file-unreadable`. */
export function readObservations(file: string): readonly Observation[] {
  try {
    const [first = '', ...rest] = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
    const { features } = head.parse(JSON.parse(first));
    if (features.join() !== featureNames.join()) throw new RangeError('other features');
    return rest.filter((one) => one !== '').map((one) => readOne(line.parse(JSON.parse(one))));
  } catch (cause) {
    throw new SluiceError('file-unreadable', `\`${file}\` holds no observations of ours`, {
      hint: 'give the file that `sluice train screener` wrote with this version',
      cause,
    });
  }
}

function readOne(read: z.output<typeof line>): Observation {
  const { suite, model, task, kind, part, needs } = read;
  const bytes = Uint8Array.from(Buffer.from(read.features, 'base64'));
  const features = Float64Array.from(new Int16Array(bytes.buffer), (steps) => steps / featureSteps);
  const regions = Array.from(read.roles, (place, at): ObservedRegion => {
    const meant = read.meant[at];
    return {
      role: roles[Number(place)] ?? 'text',
      isDependent: read.dependent[at] === '1',
      isMeant: meant === undefined || meant === '-' ? undefined : meant === '1',
      isInjected: read.injected[at] === '1',
      saliency: readReading(read.saliency[at] ?? []),
      level: Number.parseInt(read.levels[at] ?? '', 36),
    };
  });
  if (features.length !== regions.length * featureNames.length) {
    throw new RangeError('a row of features is missing');
  }
  const labels = { flows: read.flows.map(readBits), stops: readBits(read.stops), needs };
  if (regions.some(({ level }) => labels.stops[level] === undefined)) {
    throw new RangeError('a label is missing');
  }
  const user = readReading(read.user);
  return { suite, model, task, kind, part, user, labels, regions, features };
}

function readBits(text: string): readonly boolean[] {
  return Array.from(text, (bit) => bit === '1');
}

function readReading([
  literal = 0,
  values = 0,
  token = 0,
  share = 0,
  valueShare = 0,
]: readonly number[]): SaliencyReading {
  return { literal, values, token, share, valueShare };
}

/** The data that the shipped screener was chosen and tested on, in numbers. */
export function recordedObservations(): readonly Observation[] {
  return readObservations(recordedFile());
}

/** It stands beside the sources, which are packed with the build. */
function recordedFile(): string {
  const place = '../../../src/screener/observe/recorded.jsonl.gz';
  return fileURLToPath(new URL(place, import.meta.url));
}
