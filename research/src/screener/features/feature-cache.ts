import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { SluiceError } from '@sluice/core';
import type { MeasuredWindow, Rendering } from '@sluice/local';
import { z } from 'zod';

/** The parts that measurements of one cache share. */
export interface CacheSource {
  /** SHA-256 of the model's file. */
  readonly weights: string;
  readonly method: string;
}

/** The stored entry of a call: its windows, or that it was too long to be read. */
export type Kept = { readonly windows: readonly MeasuredWindow[] } | 'too-long';

/** Raised with every change of what a measurement means. */
const version = 1;

const finite = z.array(z.number());

const place = z.int().nonnegative();

const window = z.object({
  inputTokens: z.int().positive(),
  spans: z.array(z.tuple([z.string(), place, place])),
  outputParts: z.array(place),
  logProbabilities: finite,
  totals: finite,
  rows: z.string(),
});

const line = z.object({
  key: z.string(),
  windows: z.array(window).optional(),
});

/** Shares in the cache are multiples of this; a share below half of it is 0. */
const grain = 65_535;

/**
 * Measurements that were made before, one JSON object a line; appended to as they are made, so that
 * a run that was stopped goes on where it was. It holds numbers and ids, and no text.
 */
export class FeatureCache {
  readonly #file: string;
  readonly #lines = new Map<string, string>();

  /** Throws `file-unreadable`. A last line that was cut off is made again. */
  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) return;
    for (const text of readFileSync(file, 'utf8').split('\n')) {
      const [, key] = /^\{"key":"([0-9a-f]+)"/.exec(text) ?? [];
      if (key !== undefined && text.endsWith('}')) this.#lines.set(key, text);
    }
  }

  /** `undefined` where it was never measured. Throws `file-unreadable` where the line is none. */
  get(key: string): Kept | undefined {
    const text = this.#lines.get(key);
    return text === undefined ? undefined : this.#read(text);
  }

  /** Returns it as it will be read again. */
  put(key: string, kept: Kept): Kept {
    const text = JSON.stringify(
      kept === 'too-long' ? { key } : { key, windows: kept.windows.map(printWindow) },
    );
    appendFileSync(this.#file, `${text}\n`);
    this.#lines.set(key, text);
    return this.#read(text);
  }

  #read(text: string): Kept {
    const parsed = line.safeParse(JSON.parse(text));
    if (!parsed.success) {
      throw new SluiceError('file-unreadable', `\`${this.#file}\` holds no measurements`, {
        hint: 'name another file; this one was written by something else',
      });
    }
    const { windows } = parsed.data;
    return windows === undefined ? 'too-long' : { windows: windows.map(readWindow) };
  }
}

function printWindow(measured: MeasuredWindow): z.input<typeof window> {
  const rows = new Uint16Array(measured.rows.length);
  for (const [at, share] of measured.rows.entries()) rows[at] = Math.round(share * grain);
  return {
    inputTokens: measured.inputTokens,
    spans: measured.spans.map(({ region, start, end }) => [region, start, end]),
    outputParts: [...measured.outputParts],
    logProbabilities: [...measured.logProbabilities].map((value) => Number(value.toFixed(3))),
    totals: [...measured.totals].map((value) => Number(value.toPrecision(5))),
    rows: Buffer.from(rows.buffer).toString('base64'),
  };
}

function readWindow(read: z.output<typeof window>): MeasuredWindow {
  const bytes = Uint8Array.from(Buffer.from(read.rows, 'base64'));
  const rows = new Uint16Array(bytes.buffer, 0, bytes.byteLength >> 1);
  return {
    inputTokens: read.inputTokens,
    spans: read.spans.map(([region, start, end]) => ({ region, start, end })),
    outputParts: read.outputParts,
    logProbabilities: Float64Array.from(read.logProbabilities),
    rows: Float64Array.from(rows, (share) => share / grain),
    totals: Float64Array.from(read.totals),
  };
}

/** The text shown to a small model decides its answer: its hash names the measurement. */
export function contentKey({ head, body, tail, output }: Rendering): string {
  const texts = [head, body, tail].map((parts) =>
    parts.map(({ text, region }) => [region ?? '', text]),
  );
  return hashOf([texts, output.map(({ kind, text }) => [kind, text])]);
}

/** Measurements of other weights, another method or another version are others. */
export function cacheKey(rendering: Rendering, { weights, method }: CacheSource): string {
  return hashOf([version, weights, method, contentKey(rendering)]);
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}
