/** A measurement: what is asked, what answers it, and what all answers are worth. */
export interface Task<Sample, Answer, Score> {
  readonly dataset: readonly Sample[];
  /** `lane` is used by one sample at a time, so that it may keep a process of its own. */
  readonly solver: (sample: Sample, signal: AbortSignal, lane: number) => Promise<Answer>;
  readonly scorer: (solved: readonly Solved<Sample, Answer>[]) => Score;
}

export interface Solved<Sample, Answer> {
  readonly sample: Sample;
  readonly answer: Answer;
}

export interface RunTaskOptions<Sample> {
  readonly signal: AbortSignal;
  /** Once it is aborted no further sample begins, and those that are solved are scored. */
  readonly until?: AbortSignal;
  /** How many samples may be solved at once; default: 1. */
  readonly lanes?: number;
  /** Told of each sample when it is solved; `next` is the one after it. */
  readonly onSolved?: (progress: Progress<Sample>) => void;
}

export interface Progress<Sample> {
  readonly sample: Sample;
  readonly next: Sample | undefined;
  readonly done: number;
  readonly all: number;
}

/**
 * Solves the samples in order, and scores them. A solver that throws ends the run, once every lane
 * has ended its sample. Throws the reason of the signal.
 */
export async function runTask<Sample, Answer, Score>(
  { dataset, solver, scorer }: Task<Sample, Answer, Score>,
  { signal, until, lanes = 1, onSolved }: RunTaskOptions<Sample>,
): Promise<Score> {
  const solved: Solved<Sample, Answer>[] = [];
  const queue = dataset.entries();
  let isBroken = false;
  const runLane = async (lane: number): Promise<void> => {
    for (const [at, sample] of queue) {
      if (isBroken || until?.aborted === true) return;
      signal.throwIfAborted();
      solved.push({ sample, answer: await solver(sample, signal, lane) });
      onSolved?.({ sample, next: dataset[at + 1], done: solved.length, all: dataset.length });
    }
  };
  const running = Array.from({ length: lanes }, (_, lane) =>
    runLane(lane).catch((error: unknown) => {
      isBroken = true;
      throw error;
    }),
  );
  // Every lane is waited for, so that none still solves a sample when the caller goes on.
  const failed = (await Promise.allSettled(running)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return scorer(solved);
}
