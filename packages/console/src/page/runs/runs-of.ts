import type { Event } from '../api/shapes.ts';

export const decisions = ['allow', 'ask', 'deny'] as const;
export type Decision = (typeof decisions)[number];

export interface Run {
  readonly run: string;
  readonly tenant: string;
  readonly lastMs: number;
  readonly tools: readonly string[];
  readonly labels: readonly string[];
  readonly counts: Readonly<Record<Decision, number>>;
}

/** The runs of decisions, in the order of the first decision of each. */
export function runsOf(events: readonly Event[]): readonly Run[] {
  const byRun = Map.groupBy(events, ({ tenant, run }) => `${tenant} ${run}`);
  return [...byRun.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { run, tenant } = first;
    const count = (kind: Decision): number =>
      own.filter(({ payload }) => payload?.decision?.kind === kind).length;
    return {
      run,
      tenant,
      lastMs: Math.max(...own.map(({ atMs }) => atMs)),
      tools: [...new Set(own.flatMap(({ payload }) => payload?.tool ?? []))],
      labels: [...new Set(own.flatMap(({ label }) => label ?? []))],
      counts: { allow: count('allow'), ask: count('ask'), deny: count('deny') },
    };
  });
}

interface Wanted {
  readonly text: string;
  readonly decision: Decision | '';
}

export function matches(run: Run, { text, decision }: Wanted): boolean {
  if (decision !== '' && run.counts[decision] === 0) return false;
  const all = [run.run, run.tenant, ...run.tools, ...run.labels].join('\n').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
