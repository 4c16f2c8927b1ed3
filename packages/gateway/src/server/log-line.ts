import { SluiceError } from '@sluice/core';
import { StoreError } from '../store/errors.ts';

/** A message to the gateway's operator while it runs. Free of labelled values. */
export interface LogLine {
  readonly atMs: number;
  readonly level: 'info' | 'warn' | 'error';
  /** Noun-verb in the past, e.g. `request-answered`. */
  readonly event: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/** The loggable part of an error: a name of ours, never its text. */
export function codeOf(error: unknown): string {
  if (error instanceof SluiceError || error instanceof StoreError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

export type Log = (line: Omit<LogLine, 'atMs'>) => void;
