/** What the gateway tells its operator while it runs. Free of labelled values. */
export interface LogLine {
  readonly atMs: number;
  readonly level: 'info' | 'warn' | 'error';
  /** Noun-verb in the past, e.g. `request-answered`. */
  readonly event: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

export type Log = (line: Omit<LogLine, 'atMs'>) => void;
