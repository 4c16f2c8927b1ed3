import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const fields = z.record(z.string(), z.unknown());

/** Adds fields to a file of settings, or makes it. */
export function addSettings(file: string, more: object): void {
  const before = existsSync(file) ? fields.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...before, ...more }));
}
