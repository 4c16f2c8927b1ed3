import { quotedWords } from '../typed-command.ts';

/** The things that not every machine has. */
export type Need = 'weights' | 'agentdojo';

/** A measuring command of `sluice bench`, as `bench all` runs it. */
export interface SuiteEntry {
  /** As in `--only`, and as its result is called but for the slice. */
  readonly name: string;
  /** The arguments after `sluice bench`. */
  readonly argv: readonly string[];
  readonly needs: readonly Need[];
  /** The seconds of one core that it takes, where minutes are counted; 0: nobody counts. */
  readonly seconds: number;
}

const further = ['mixed', 'encoded', 'split', 'turns', 'steps', 'ranking', 'secrets'] as const;

/** From the one that is scored fastest on. */
const datasets = ['agent', 'news', 'kv'] as const;

/** One reader, that of the headline: three take three times as long. */
const agentdojoSlice =
  'agentdojo --defence none,redact-all,lineage --person skip --reader selecting --slice';

/** Every suite as its page in the docs runs it, those that take hours last. */
export const wholeEntries: readonly SuiteEntry[] = [
  entry('screener', 'screener'),
  entry('screeners', 'propagators'),
  entry('attacks', 'attacks'),
  entry('privacy', 'privacy'),
  entry('agentsec', 'agentsec'),
  ...further.map((suite) => entry(`agentsec-${suite}`, `agentsec --suite ${suite}`)),
  entry('searches', 'searches'),
  ...datasets.map((name) => entry(`labels-${name}`, `labels --dataset ${name}`, 'weights')),
  entry('agentsec-noisy', 'agentsec --model noisy'),
  entry('agentsec-local', 'agentsec --model local', 'weights'),
  entry('agentdojo', 'agentdojo', 'agentdojo'),
];

/**
 * The same in slices that take minutes, each of settings that ship and as small as still shows its
 * headline. A search for minimal labels takes minutes a question with `kv`, so that its recorded
 * scores stand for it. Seconds of two cores on 2026-11-29, rounded up; of the news an estimate.
 */
export const quickEntries: readonly SuiteEntry[] = [
  slice(20, 'screener', 'screener --networks 0'),
  slice(5, 'screeners', 'propagators --propagator naive,redact-all,lineage'),
  slice(80, 'privacy', 'privacy'),
  slice(10, 'agentsec', 'agentsec --pairs 48'),
  ...further.map((suite) => {
    return slice(5, `agentsec-${suite}`, `agentsec --suite ${suite} --pairs 8`);
  }),
  slice(10, 'agentsec-noisy', 'agentsec --model noisy --pairs 48'),
  slice(30, 'agentsec-local', 'agentsec --model local --pairs 1', 'weights'),
  slice(15, 'searches', 'searches'),
  slice(40, 'attacks', 'attacks --defence lineage'),
  slice(65, 'agentdojo', agentdojoSlice, 'agentdojo'),
  slice(35, 'labels-agent', 'labels --dataset agent --quick --shipped', 'weights'),
  slice(120, 'labels-news', 'labels --dataset news --quick --shipped', 'weights'),
];

function entry(name: string, typed: string, ...needs: SuiteEntry['needs']): SuiteEntry {
  return { name, argv: typed.split(' '), needs, seconds: 0 };
}

function slice(seconds: number, ...parts: Parameters<typeof entry>): SuiteEntry {
  return { ...entry(...parts), seconds };
}

/** The command that runs a suite alone; its result says the same. */
export function commandOf({ argv }: Pick<SuiteEntry, 'argv'>): string {
  return quotedWords(['sluice', 'bench', ...argv]);
}
