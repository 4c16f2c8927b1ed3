import type { Label } from '../label/label.ts';
import type { Policy } from '../policy/policy.ts';

/** A call, its arguments as the model wrote them. */
export interface FileCall {
  readonly id: string;
  readonly tool: string;
  readonly args: string;
}

/**
 * Knows what calls have written into files, by this run and by others. It can only raise labels;
 * where it throws, its answer is top.
 */
export interface FileLabels {
  /** Told once it is decided that a call runs, whatever comes of it. */
  readonly decided: (call: FileCall, label: Label) => void;
  /** The least label of what comes of a call: that of the files that it reads. */
  readonly label: (call: FileCall) => Label;
  /** The least label of a call, by the files of the workspace that it may run. */
  readonly runs: (call: Omit<FileCall, 'id'>) => Label;
}

/** The port as a run asks it. */
export class RunFiles {
  readonly #port: FileLabels | undefined;
  readonly #policy: Policy;
  /** Nobody knows any more what was written. */
  #isLost = false;

  constructor({ files, policy }: { files?: FileLabels | undefined; policy: Policy }) {
    this.#port = files;
    this.#policy = policy;
  }

  /** True if a call may run what other calls of its generation write. */
  mayRun({ tool, args }: Omit<FileCall, 'id'>): boolean {
    if (this.#port === undefined) return false;
    try {
      return this.#policy.files?.use(tool, args)?.runs === true;
    } catch {
      return true;
    }
  }

  decided(call: FileCall, label: Label): void {
    try {
      this.#port?.decided(call, label);
    } catch {
      this.#isLost = true;
    }
  }

  label(call: FileCall): Label {
    return this.#asked((port) => port.label(call));
  }

  runs(call: Omit<FileCall, 'id'>): Label {
    return this.#asked((port) => port.runs(call));
  }

  #asked(ask: (port: FileLabels) => Label): Label {
    const { space } = this.#policy;
    if (this.#port === undefined) return space.bottom;
    try {
      return this.#isLost ? space.top : space.join(ask(this.#port), space.bottom);
    } catch {
      return space.top;
    }
  }
}
