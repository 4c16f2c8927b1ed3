/** Where something stands in a policy: keys and indices from its root. */
export type Location = readonly (string | number)[];

/** Names of warnings. They stay what they are, so that a program can list them. */
export type WarningCode =
  | 'argument-unknown'
  | 'bounds-impossible'
  | 'call-missing'
  | 'data-idle'
  | 'default-trusted'
  | 'failure-trusted'
  | 'field-decides'
  | 'judge-unlimited'
  | 'links-unlimited'
  | 'list-holds-back'
  | 'only-logged'
  | 'pattern-raises'
  | 'pin-differs'
  | 'readers-idle'
  | 'readers-unread'
  | 'reason-missing'
  | 'result-missing'
  | 'role-control'
  | 'rule-idle'
  | 'search-trusted'
  | 'search-unlimited'
  | 'shape-raises'
  | 'source-trusted'
  | 'span-idle'
  | 'span-lowers'
  | 'store-idle'
  | 'text-trusted'
  | 'tool-not-declared'
  | 'tool-not-named'
  | 'tools-missing'
  | 'unlabelled-trusted'
  | 'write-called-read'
  | 'write-unlimited';

/** A mistake in a policy, or a warning about it. */
export interface PolicyProblem {
  readonly severity: 'error' | 'warning';
  /** Every warning has one. */
  readonly code?: WarningCode | undefined;
  /** The file, by its path from the folder of the policy; `undefined`: the policy itself. */
  readonly file?: string | undefined;
  /** E.g. `tools.send_money.call.ceiling`. */
  readonly path: string;
  /** One-based; 1 where the policy is not a text. */
  readonly line: number;
  /** One-based, in UTF-16 code units. */
  readonly column: number;
  readonly message: string;
  /** Says what to type instead. */
  readonly hint: string;
}

/** A problem before its place in the file is known. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly code?: WarningCode | undefined;
  readonly at: Location;
  readonly message: string;
  readonly hint: string;
  /** The key itself is wrong, not its value. */
  readonly onKey?: boolean;
  /** The key may be a secret that stands where it should not: no message quotes it. */
  readonly hidesKey?: boolean | undefined;
}

/** Where a finding is, as it is told. */
export function shownPlace({ at, hidesKey = false }: Pick<Finding, 'at' | 'hidesKey'>): string {
  return printLocation(hidesKey ? at.slice(0, -1) : at);
}

/** A warning before its place in the file is known. */
export interface Warning extends Finding {
  readonly severity: 'warning';
  readonly code: WarningCode;
}

export function warning(said: Omit<Warning, 'severity'>): Warning {
  return { severity: 'warning', ...said };
}

export type Report = (finding: Omit<Finding, 'severity'>) => void;

/** Sorts problems as they stand in the files, the policy itself first. */
export function byPlace(a: PolicyProblem, b: PolicyProblem): number {
  if (a.file !== b.file) return (a.file ?? '') < (b.file ?? '') ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/** Writes a location as it would be typed in an editor's search. */
export function printLocation(at: Location): string {
  return at
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`,
    )
    .join('');
}

/** `a`, `b` or `c`. */
export function listOf(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  const last = quoted.pop() ?? 'nothing';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}

/** The known word that was probably meant, by edit distance. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = word.length < 4 ? 2 : Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
