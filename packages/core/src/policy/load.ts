import { SluiceError } from '../errors.ts';
import { isRecord } from '../history/document.ts';
import type { PlainTool } from '../history/plain.ts';
import { canonicalJson } from '../history/json/canonical.ts';
import { sha256 } from '../history/json/sha256.ts';
import { compilePolicy, type CompiledPolicy } from './compile/compile.ts';
import { policyOf } from './compiled-policy.ts';
import { placeWithoutText, readPolicyText } from './read/document.ts';
import { lintPolicy } from './lint/lint.ts';
import { policyShape } from './read/policy-shape.ts';
import { readShape, withKnownKeys } from './read/shape.ts';
import type { IncludeReader } from './read/policy-files.ts';
import { resolvePolicy } from './read/resolve.ts';
import type { Policy } from './policy.ts';
import { byPlace, type Finding, type PolicyProblem } from './problem.ts';
import type { PolicySource } from './source.ts';
import type { WrittenPolicySource } from './written-source.ts';

export interface LoadOptions {
  /** The file's name, for messages. */
  readonly file?: string | undefined;
  /**
   * Reads the files that the policy includes and the packs that it mounts, so it decides which may
   * be read. Default: none.
   */
  readonly include?: IncludeReader | undefined;
  /** The tools that will be declared: needed for `schema: declared`. */
  readonly tools?: readonly PlainTool[] | undefined;
  /** Groups that are added to those of the policy, or stand in place of them: part of its hash. */
  readonly groups?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * Maps a text to what it looks like (UTS #39), as the package `unhomoglyph` does: a policy with
   * `postCheck` does not load without. Its table is a fifth of the core's size, so it is no part.
   */
  readonly skeleton?: ((text: string) => string) | undefined;
}

/** The compiled form of each policy, for `explainPolicy` and `testPolicy`. */
const compiledOf = new WeakMap<Policy, CompiledPolicy>();

/**
 * Loads `sluice.yaml`. Throws `policy-invalid`, naming file, line, column and what to type instead
 * for the first mistakes; `checkPolicy` lists them all.
 */
export async function loadPolicy(text: string, options: LoadOptions = {}): Promise<Policy> {
  return build(await analyse(text, options), options);
}

/** The same from TypeScript. Throws `policy-invalid`, naming the place in the object. */
export async function definePolicy(
  source: WrittenPolicySource,
  options: LoadOptions = {},
): Promise<Policy> {
  const read = { value: source, findings: [], place: placeWithoutText };
  return build(await analyseValue(read, options), options);
}

/** Every mistake in a policy, and every warning about it, in the order of the file. */
export async function checkPolicy(
  text: string,
  options: LoadOptions = {},
): Promise<readonly PolicyProblem[]> {
  const { problems, compiled, place } = await analyse(text, options);
  const tools = options.tools;
  const warnings = compiled === undefined ? [] : await lintPolicy(compiled, tools);
  return [...problems, ...warnings.map(place)].toSorted(byPlace);
}

/**
 * The parts of a policy that `explain` and `test` look into. Throws for a policy made elsewhere.
 */
export function compiledPartsOf(policy: Policy): CompiledPolicy {
  const compiled = compiledOf.get(policy);
  if (compiled !== undefined) return compiled;
  throw new SluiceError('policy-invalid', 'this policy was not made by `loadPolicy`', {
    hint: 'make it with `loadPolicy(text)` or `definePolicy({...})`',
  });
}

/** The tools that a policy names; of a policy made elsewhere, none are known. */
export function toolsOf(policy: Policy): readonly string[] | undefined {
  const compiled = compiledOf.get(policy);
  return compiled === undefined ? undefined : [...compiled.tools.keys()];
}

interface Analysis {
  readonly problems: readonly PolicyProblem[];
  /** Only where there are no mistakes. */
  readonly compiled: CompiledPolicy | undefined;
  readonly place: (finding: Finding) => PolicyProblem;
}

function analyse(text: string, options: LoadOptions): Promise<Analysis> {
  return analyseValue(readPolicyText(text), options);
}

async function analyseValue(
  read: ReturnType<typeof readPolicyText>,
  { tools = [], skeleton, include, groups }: LoadOptions,
): Promise<Analysis> {
  const { findings } = read;
  if (findings.length > 0) return { problems: findings, compiled: undefined, place: read.place };
  const { value: written, problems: unresolved, place } = await resolvePolicy(read, include);
  const value = withGroups(written, groups);
  const found: Finding[] = [];
  const report = (finding: Omit<Finding, 'severity'>): void => {
    found.push({ severity: 'error', ...finding });
  };
  const source = readShape(policyShape, value, report) ?? withKnownKeys(policyShape, value);
  const compiled =
    source === undefined ? undefined : compilePolicy(source, { declared: tools, skeleton }, report);
  const problems = eachOnce([...unresolved, ...found.map(place)]).toSorted(byPlace);
  return { problems, compiled: problems.length === 0 ? compiled : undefined, place };
}

/** What is no mapping is left as it stands, so that it is reported. */
function withGroups(value: unknown, groups: LoadOptions['groups']): unknown {
  if (Object.keys(groups ?? {}).length === 0 || !isRecord(value)) return value;
  const own = value['groups'] ?? {};
  return isRecord(own) ? { ...value, groups: { ...own, ...groups } } : value;
}

/** A mistake in a template is one of each tool that is like it. */
function eachOnce(problems: readonly PolicyProblem[]): readonly PolicyProblem[] {
  const seen = new Map(problems.map((each) => [JSON.stringify(each), each]));
  return [...seen.values()];
}

function build({ problems, compiled }: Analysis, options: LoadOptions): Policy {
  if (compiled === undefined) throw invalid(problems, options.file);
  const decisive = withoutSecrets(compiled.source);
  const policy = policyOf({ compiled, hash: sha256(canonicalJson(decisive)) });
  compiledOf.set(policy, compiled);
  return policy;
}

/** All that the hash of a policy is of. Logs hold it, and a short secret could be guessed by it. */
function withoutSecrets({ cases: _, postCheck, ...decisive }: PolicySource): unknown {
  if (postCheck === undefined) return decisive;
  const named = postCheck.map(({ values = [], ...entry }) => ({
    ...entry,
    values: typeof values === 'string' ? 1 : values.length,
  }));
  return { ...decisive, postCheck: named };
}

const problemsShown = 5;

function invalid(problems: readonly PolicyProblem[], file: string | undefined): SluiceError {
  const shown = problems.slice(0, problemsShown).map((problem) => printProblem(problem, file));
  const more = problems.length - shown.length;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return new SluiceError('policy-invalid', [...shown, ...rest].join('\n'), {
    hint: problems[0]?.hint ?? 'write a policy',
  });
}

/** One problem on one line, as compilers print them. `file`: the policy's own. */
export function printProblem(problem: PolicyProblem, file?: string): string {
  const { severity, code, path, line, column, message, hint } = problem;
  const shown = fileOf(problem, file);
  const place = shown === undefined ? path : `${shown}:${line}:${column}`;
  const where = shown === undefined || path === '' ? '' : ` (at ${path})`;
  return `${place === '' ? 'policy' : place}: ${severity}: ${message}${where}; ${hint}${code === undefined ? '' : ` [${code}]`}`;
}

function fileOf(problem: PolicyProblem, policy: string | undefined): string | undefined {
  if (problem.file === undefined) return policy;
  return `${policy?.replace(/[^\\/]*$/, '') ?? ''}${problem.file}`;
}
