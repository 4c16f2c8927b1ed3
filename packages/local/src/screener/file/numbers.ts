import { z } from 'zod';

/** Numbers as base64 of little-endian single precision: a network needs no more. */
export function encodeNumbers(values: Float64Array): string {
  const bytes = new DataView(new ArrayBuffer(values.length * 4));
  for (const [at, value] of values.entries()) bytes.setFloat32(at * 4, value, true);
  return Buffer.from(bytes.buffer).toString('base64');
}

/** Reads them again; rejects what is no base64 of whole numbers, or no number. */
export const numbers = z
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
