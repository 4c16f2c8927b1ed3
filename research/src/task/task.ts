/** A measurement: what is asked, what answers it, and what all answers are worth. */
export interface Task<Sample, Answer, Score> {
  readonly dataset: readonly Sample[];
  readonly solver: (sample: Sample, signal: AbortSignal) => Promise<Answer>;
  readonly scorer: (solved: readonly Solved<Sample, Answer>[]) => Score;
}

export interface Solved<Sample, Answer> {
  readonly sample: Sample;
  readonly answer: Answer;
}

export interface RunTaskOptions<Sample> {
  readonly signal: AbortSignal;
  /** Told of each sample when it is solved; `next` is the one that comes then. */
  readonly onSolved?: (progress: Progress<Sample>) => void;
}

export interface Progress<Sample> {
  readonly sample: Sample;
  readonly next: Sample | undefined;
  readonly done: number;
  readonly all: number;
}

/** Solves the samples one after another, and scores them. Throws the reason of the signal. */
export async function runTask<Sample, Answer, Score>(
  { dataset, solver, scorer }: Task<Sample, Answer, Score>,
  { signal, onSolved }: RunTaskOptions<Sample>,
): Promise<Score> {
  const solved: Solved<Sample, Answer>[] = [];
  for (const [at, sample] of dataset.entries()) {
    signal.throwIfAborted();
    solved.push({ sample, answer: await solver(sample, signal) });
    onSolved?.({ sample, next: dataset[at + 1], done: at + 1, all: dataset.length });
  }
  return scorer(solved);
}
