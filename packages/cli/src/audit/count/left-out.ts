import { faults, skips, type Fault, type Skip } from '../../replay/read/record.ts';

/** Records of one file that were left out for one reason. */
export interface LeftOut {
  readonly file: string;
  readonly kind: 'unreadable' | 'skipped';
  readonly because: Fault | Skip;
  readonly reason: string;
  readonly count: number;
  /** The first of them; 0 is the whole file. */
  readonly firstLine: number;
}

/** Counts what is left out, by file and reason: nothing disappears, and memory stays bounded. */
export class LeftOuts {
  readonly #found = new Map<string, LeftOut>();

  add(
    { file, line }: { readonly file: string; readonly line: number },
    why:
      | { readonly kind: 'unreadable'; readonly because: Fault }
      | { readonly kind: 'skipped'; readonly because: Skip },
  ): void {
    const key = JSON.stringify([file, why.because]);
    const { count = 0, firstLine = line } = this.#found.get(key) ?? {};
    const reason = why.kind === 'skipped' ? skips[why.because] : faults[why.because];
    const one = { file, kind: why.kind, because: why.because, reason };
    this.#found.set(key, { ...one, count: count + 1, firstLine: Math.min(firstLine, line) });
  }

  get all(): readonly LeftOut[] {
    return [...this.#found.values()];
  }

  /** How many records or files could not be read. */
  get unreadable(): number {
    return this.all.reduce((sum, { kind, count }) => sum + (kind === 'unreadable' ? count : 0), 0);
  }

  /** True if the audit itself fell short: a policy is missing, or the monitor failed. */
  get isIncomplete(): boolean {
    return this.all.some(({ because }) => because === 'no-policy' || because === 'failed');
  }
}
