import { SluiceError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { Finding, Location, PolicyProblem, Report } from '../problem.ts';
import { readPolicyText, type PolicyText } from './document.ts';

/**
 * Gives the text of a file that a policy names, by its path from the folder of the policy, with `/`
 * between the parts and never with `..`. It throws, or rejects, where there is none.
 */
export type IncludeReader = (name: string) => string | Promise<string>;

/** A file of a policy, with the place of everything in it. */
export interface PolicyFile {
  /** Its path from the policy's folder; `undefined` for the policy itself. */
  readonly name: string | undefined;
  readonly text: PolicyText;
}

/** A value of a file, and where it stands there. */
export interface Written {
  readonly file: PolicyFile;
  readonly at: Location;
  readonly value: unknown;
}

export type Said = Pick<Finding, 'message' | 'hint' | 'onKey'>;

/** The files that a policy is made of: each is read once, and all of them are bounded. */
export class PolicyFiles {
  readonly problems: PolicyProblem[] = [];
  readonly #include: IncludeReader | undefined;
  readonly #read = new Map<string, PolicyFile | undefined>();
  #bytes = 0;

  constructor(include: IncludeReader | undefined) {
    this.#include = include;
  }

  /** Tells of a mistake where it is written. */
  report({ file, at }: Pick<Written, 'file' | 'at'>, said: Said): void {
    this.problems.push(placed(file, { severity: 'error', at, ...said }));
  }

  /** Tells of mistakes in a value that is written there. */
  reporter({ file, at }: Pick<Written, 'file' | 'at'>): Report {
    return ({ at: below, ...said }) => this.report({ file, at: [...at, ...below] }, said);
  }

  /** The file that is named here; `undefined`, and reported, where it cannot be had. */
  async fileNamed(named: Written & { readonly value: string }): Promise<PolicyFile | undefined> {
    const name = pathFrom(named.file.name, named.value);
    if (name === undefined) {
      this.report(named, { message: `\`${named.value}\` is no path below here`, hint: belowHere });
      return undefined;
    }
    if (!this.#read.has(name)) this.#read.set(name, await this.#fileAt(name, named));
    return this.#read.get(name);
  }

  async #fileAt(name: string, named: Written): Promise<PolicyFile | undefined> {
    const said = this.#read.size >= limits.policyFilesMax ? tooMany : await this.#textOf(name);
    if (typeof said !== 'string') {
      this.report(named, said);
      return undefined;
    }
    this.#bytes += said.length;
    if (this.#bytes > limits.policyBytesMax) {
      this.report(named, tooLarge);
      return undefined;
    }
    const text = readPolicyText(said);
    this.problems.push(...text.findings.map((finding) => ({ ...finding, file: name })));
    return text.findings.length === 0 ? { name, text } : undefined;
  }

  async #textOf(name: string): Promise<string | Said> {
    if (this.#include === undefined) return noReader;
    try {
      return await this.#include(name);
    } catch (error) {
      const why = error instanceof SluiceError ? error.problem : `cannot read \`${name}\``;
      return { message: why, hint: 'write the path of a file beside this one, or below' };
    }
  }
}

/** A problem at its place in its file. */
export function placed(file: PolicyFile, finding: Finding): PolicyProblem {
  const problem = file.text.place(finding);
  return file.name === undefined ? problem : { ...problem, file: file.name };
}

/**
 * The path from the policy's folder of what a file there names; `undefined` for all that might
 * lead out of it, on any system.
 */
function pathFrom(from: string | undefined, named: string): string | undefined {
  const parts = named.split('/');
  if (parts[0] === '.') parts.shift();
  if (parts.length === 0 || !parts.every((part) => plainPart.test(part))) return undefined;
  const folder = from?.split('/').slice(0, -1) ?? [];
  return [...folder, ...parts].join('/');
}

/** No separator of any system, no drive, stream or address, no control character, no `.`, `..`. */
const plainPart = /^(?!\.{1,2}$)[^\\:~%\p{C}]+$/u;

const belowHere = 'write the path of a file beside this one, or below: `tools/mail.yaml`';

const tooMany = {
  message: `the policy is made of more than ${limits.policyFilesMax} files`,
  hint: 'join some of them',
};

const tooLarge = {
  message: `the files of the policy are larger than ${limits.policyBytesMax} bytes`,
  hint: 'leave out what is not used',
};

const noReader = {
  message: 'files cannot be read here',
  hint: 'give `loadPolicy` a reader: `{ include: (name) => textOf(name) }`',
};
