import { SluiceError } from '@sluice/core';
import { z } from 'zod';
import type { AgentDojoEnvironment } from './environment.ts';
import type { Graded, Job } from './job.ts';
import { agentdojoLimits } from './limits.ts';
import { type Command, LineProcess } from './line-process.ts';
import { driverFile, pythonEnv, pythonFlags } from './python-files.ts';
import { jsonOf } from '../json.ts';

const grade = z.object({
  utility: z.boolean(),
  attackSucceeded: z.boolean().optional(),
  calls: z.array(z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()) })),
  answer: z.string(),
  ms: z.number(),
});

const replyShape = z.union([
  z.strictObject({ id: z.number(), graded: grade }),
  z.strictObject({ id: z.number(), error: z.object({ type: z.string(), message: z.string() }) }),
]);

const readyShape = z.strictObject({
  ready: z.object({ packageVersion: z.string(), benchmarkVersion: z.string() }),
});

const closeGraceMs = 2_000;

export interface DriverOptions {
  /** The version of the tasks, e.g. `v1.2.2`. */
  readonly benchmarkVersion: string;
  /** The command to start instead of our Python program. */
  readonly command?: Command;
}

/**
 * One Python process that runs cases of the package, one at a time, and grades them. What is not a
 * grade is thrown: a process that dies, hangs or says something else never becomes one.
 */
export class Driver {
  readonly #environment: AgentDojoEnvironment;
  readonly #options: DriverOptions;
  #process: LineProcess | undefined;
  #busy = false;
  #cases = 0;

  private constructor(environment: AgentDojoEnvironment, options: DriverOptions) {
    this.#environment = environment;
    this.#options = options;
  }

  /**
   * Starts the process and waits until it has imported the package.
   *
   * @throws SluiceError `peer-missing` when it does not start, or has another version.
   */
  static async start(environment: AgentDojoEnvironment, options: DriverOptions): Promise<Driver> {
    const driver = new Driver(environment, options);
    await driver.#ready(new AbortController().signal);
    return driver;
  }

  /**
   * Runs one case. A process that was lost is replaced by a fresh one for the next case.
   *
   * @throws SluiceError `aborted` when `signal` or the limit of a case comes first, `model-failed`
   * when the package gave no grade, `peer-missing` when no process starts, `limit-exceeded` when a
   * case runs already.
   */
  async run(job: Job, signal: AbortSignal): Promise<Graded> {
    if (this.#busy) {
      throw new SluiceError('limit-exceeded', 'a driver runs one case at a time', {
        hint: 'start another driver',
      });
    }
    this.#busy = true;
    try {
      const limit = AbortSignal.timeout(agentdojoLimits.jobMsMax);
      return await this.#run(job, AbortSignal.any([signal, limit]));
    } finally {
      this.#busy = false;
    }
  }

  /** Ends the process. A case that still runs is thrown out of `run`. */
  async close(): Promise<void> {
    const child = this.#process;
    if (this.#busy) this.#drop();
    await child?.close(closeGraceMs);
    this.#process = undefined;
  }

  async #run(job: Job, signal: AbortSignal): Promise<Graded> {
    if (signal.aborted) throw stopped(job, signal);
    const child = await this.#ready(signal);
    const id = ++this.#cases;
    child.tell(JSON.stringify({ id, job }));
    const reply = replyOf(await this.#answer(child, job, signal));
    if (reply?.id !== id) throw this.#garbled(job);
    if ('error' in reply) throw noGrade(job, `${reply.error.type}: ${reply.error.message}`);
    const { attackSucceeded, ...graded } = reply.graded;
    if ((job.attack === undefined) !== (attackSucceeded === undefined)) throw this.#garbled(job);
    return { ...graded, attackSucceeded };
  }

  async #answer(child: LineProcess, job: Job, signal: AbortSignal): Promise<string> {
    try {
      return await child.line(signal);
    } catch (error) {
      this.#drop();
      throw signal.aborted ? stopped(job, signal) : noGrade(job, `the driver ${messageOf(error)}`);
    }
  }

  #garbled(job: Job): SluiceError {
    this.#drop();
    return noGrade(job, 'the driver wrote a line that does not answer the case');
  }

  async #ready(signal: AbortSignal): Promise<LineProcess> {
    if (this.#process?.ended === false) return this.#process;
    const { benchmarkVersion, command = commandOf(this.#environment, benchmarkVersion) } =
      this.#options;
    const child = new LineProcess(command, pythonEnv());
    this.#process = child;
    try {
      const limit = AbortSignal.timeout(agentdojoLimits.startMsMax);
      const versions = readyOf(await child.line(AbortSignal.any([signal, limit])));
      const { packageVersion } = this.#environment;
      if (versions?.packageVersion !== packageVersion) throw new Error(`no ${packageVersion}`);
      if (versions.benchmarkVersion !== benchmarkVersion) throw new Error(`no ${benchmarkVersion}`);
      return child;
    } catch (error) {
      this.#drop();
      throw notStarted(messageOf(error));
    }
  }

  /** The process is not to be trusted with another case. */
  #drop(): void {
    this.#process?.kill();
    this.#process = undefined;
  }
}

function commandOf({ python }: AgentDojoEnvironment, benchmarkVersion: string): Command {
  return [python, ...pythonFlags, driverFile, 'serve', '--benchmark-version', benchmarkVersion];
}

/** A case that the package did not grade, and why. It is an error, neither done nor safe. */
function noGrade(job: Job, because: string): SluiceError {
  return new SluiceError('model-failed', `no grade of \`${nameOf(job)}\`: ${because}`, {
    hint: 'run the case again; if it fails again, look at what the driver or the model said',
  });
}

/** The case was stopped, by its limit or by whoever asked for it. */
function stopped(job: Job, signal: AbortSignal): SluiceError {
  const cause: unknown = signal.reason;
  const late = cause instanceof DOMException && cause.name === 'TimeoutError';
  const how = late ? 'it took too long' : 'it was stopped';
  return new SluiceError('aborted', `no grade of \`${nameOf(job)}\`: ${how}`, {
    hint: 'run the case again',
    cause,
  });
}

/** The process never said that it is ready. */
function notStarted(because: string): SluiceError {
  return new SluiceError('peer-missing', `the AgentDojo driver did not start: ${because}`, {
    hint: 'sluice bench agentdojo setup',
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function nameOf({ suite, userTask, attack }: Job): string {
  return [suite, userTask, ...(attack === undefined ? [] : [attack.goal])].join('/');
}

/** The driver's answer to a case: a grade, or the exception from Python. */
type Reply = z.infer<typeof replyShape>;

/** `undefined`: the line is no answer, and so no grade. */
function replyOf(line: string): Reply | undefined {
  return replyShape.safeParse(jsonOf(line)).data;
}

type Ready = z.infer<typeof readyShape>['ready'];

/** `undefined`: the line is not the one with which the driver starts. */
function readyOf(line: string): Ready | undefined {
  return readyShape.safeParse(jsonOf(line)).data?.ready;
}
