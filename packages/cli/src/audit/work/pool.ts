import { Worker } from 'node:worker_threads';
import { SluiceError } from '@sluice/core';
import { auditorFor, type AuditSetting, type Job } from './auditor.ts';
import type { FailedRun, RunOutcome } from '../count/outcome.ts';

export type Outcomes = readonly (RunOutcome | FailedRun)[];

/** Takes runs, and hands over what became of them, in no particular order. */
export interface Pool {
  /** Waits where too much is under way already, so that memory stays bounded. */
  readonly add: (job: Job) => Promise<void>;
  /** Waits for all that is under way, and ends the workers. */
  readonly end: () => Promise<void>;
}

export interface PoolOptions {
  readonly setting: AuditSetting;
  /** 0: no thread of its own. */
  readonly workers: number;
  readonly take: (outcomes: Outcomes) => void;
}

const batchJobs = 16;
/** A worker has one batch at hand and one to go on with. */
const batchesEach = 2;

/** A pool of threads; of none, where what is to be done costs less than starting them. */
export function poolFor(options: PoolOptions): Pool {
  return options.workers === 0 ? inline(options) : new Threads(options);
}

function inline({ setting, take }: PoolOptions): Pool {
  const audit = auditorFor(setting);
  return {
    add: async (job) => take([await audit(job)]),
    end: () => Promise.resolve(),
  };
}

interface Thread {
  readonly worker: Worker;
  busy: number;
}

class Threads implements Pool {
  readonly #threads: readonly Thread[];
  readonly #take: PoolOptions['take'];
  #batch: Job[] = [];
  #failure: Error | undefined;
  #wake: () => void = () => {};

  constructor({ setting, workers, take }: PoolOptions) {
    this.#take = take;
    this.#threads = Array.from({ length: workers }, () => this.#start(setting));
  }

  readonly add = async (job: Job): Promise<void> => {
    this.#batch.push(job);
    if (this.#batch.length >= batchJobs) await this.#send();
  };

  readonly end = async (): Promise<void> => {
    try {
      if (this.#batch.length > 0) await this.#send();
      await this.#until(() => this.#threads.every(({ busy }) => busy === 0));
    } finally {
      await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
    }
  };

  async #send(): Promise<void> {
    await this.#until(() => this.#free() !== undefined);
    const thread = this.#free();
    if (thread === undefined) return;
    thread.busy += 1;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.worker.postMessage(this.#batch);
    this.#batch = [];
  }

  #free(): Thread | undefined {
    const [idlest] = this.#threads.toSorted((a, b) => a.busy - b.busy);
    return idlest !== undefined && idlest.busy < batchesEach ? idlest : undefined;
  }

  async #until(holds: () => boolean): Promise<void> {
    while (this.#failure === undefined && !holds()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  #start(setting: AuditSetting): Thread {
    const thread = { worker: startWorker(setting), busy: 0 };
    thread.worker.on('message', (outcomes: Outcomes) => {
      thread.busy -= 1;
      this.#take(outcomes);
      this.#wake();
    });
    thread.worker.on('error', (cause) => {
      this.#failure = new SluiceError('limit-exceeded', 'a thread of the audit ended early', {
        hint: 'try `--workers 0`; `--resume STATE` keeps what is done',
        cause,
      });
      this.#wake();
    });
    return thread;
  }
}

/** In a checkout the worker is a source, as this file is; in the package both are built. */
function startWorker(setting: AuditSetting): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const worker = isSource
    ? new URL('./worker.ts', import.meta.url)
    : new URL('./worker.js', import.meta.url);
  return new Worker(worker, {
    workerData: setting,
    // A heap that may grow further is only collected later.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
    ...(isSource ? { execArgv } : {}),
  });
}

const execArgv = ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning'];
