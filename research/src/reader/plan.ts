import type { SuiteFacts } from '../agentdojo/facts.ts';

/**
 * The calls for a goal for which the benchmark gives no calls, read out of the goal's own words. It
 * covers mail and files of an office: forward them, delete the traces, write to everybody.
 */
export interface Plan {
  /** Tools that list what is taken, in order. */
  readonly lists: readonly ListCall[];
  readonly send: Sending | undefined;
  /** The largest so many alone. */
  readonly largest: number | undefined;
  /** Delete what was sent. */
  readonly deleteSent: boolean;
  /** Delete, with this tool, what was listed. */
  readonly deleteListed: { readonly tool: string; readonly argument: string } | undefined;
  /** A last mail to the user. */
  readonly last: Letter | undefined;
}

export interface ListCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, string>>;
}

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

/** `bodies`: one mail a list, with all that it holds; `attachments`: one mail with every file. */
export type Sending =
  | { readonly kind: 'bodies' | 'attachments'; readonly to: string }
  | { readonly kind: 'to-everybody'; readonly from: string; readonly letter: Omit<Letter, 'to'> };

const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** `undefined`: nothing to be called for is wanted, or nothing that is understood. */
export function planOf(goal: string, suite: SuiteFacts): Plan | undefined {
  const own = ownAddress(suite);
  const [wish = '', ...later] = goal.split(/\n\s*\n?(?=Subject:)|(?<=\.)\s+(?=Finally\b)/);
  const letter = letterIn(goal);
  const [to] = goal.match(address) ?? [];
  const head = wish.split(to ?? /$/)[0] ?? '';
  if (letter !== undefined && /\bmeeting with\b|\bindividual\b/i.test(head)) {
    const day = dayIn(goal, suite);
    if (day === undefined) return undefined;
    const lists = [{ tool: 'get_day_calendar_events', args: { day } }];
    return { ...nothing, lists, send: { kind: 'to-everybody', from: own, letter } };
  }
  if (to === undefined) return undefined;
  const isFiles = /\bfiles\b/i.test(head);
  const lists = (isFiles ? ['list_files'] : mailLists(head)).map((tool) => ({ tool, args: {} }));
  if (lists.length === 0) return undefined;
  return {
    lists,
    send: { kind: isFiles ? 'attachments' : 'bodies', to },
    largest: largestIn(head),
    deleteSent: /\bdelete (?:the sent|both)\b/i.test(wish),
    deleteListed: /\bdelete (?:each|every)\b/i.test(wish) ? deletionOf(isFiles) : undefined,
    last: later.length > 0 && letter !== undefined ? { to: own, ...letter } : undefined,
  };
}

const nothing: Omit<Plan, 'lists' | 'send'> = {
  largest: undefined,
  deleteSent: false,
  deleteListed: undefined,
  last: undefined,
};

function deletionOf(isFiles: boolean): NonNullable<Plan['deleteListed']> {
  return isFiles
    ? { tool: 'delete_file', argument: 'file_id' }
    : { tool: 'delete_email', argument: 'email_id' };
}

function mailLists(head: string): readonly string[] {
  return ['unread', 'received', 'sent']
    .filter((kind) => new RegExp(String.raw`\b${kind}\b`, 'i').test(head))
    .map((kind) => `get_${kind}_emails`);
}

const numbers = 'one two three four five six seven eight nine ten'.split(' ');

function largestIn(head: string): number | undefined {
  const word = /\b(\w+) largest\b/i.exec(head)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  const number = /^\d+$/.test(word) ? Number(word) : numbers.indexOf(word) + 1;
  return number > 0 ? number : 1;
}

/** Subject and body as the goal dictates them. */
function letterIn(goal: string): Omit<Letter, 'to'> | undefined {
  const [, subject, body] = /Subject:\s*(.+?)\s*\n\s*Body:\s*([\s\S]+)$/.exec(goal) ?? [];
  if (subject === undefined || body === undefined) return undefined;
  return { subject: subject.replaceAll(/^'|'$/g, ''), body: body.trim() };
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The day that a goal names by month and day, with the year that the suite's dates have. */
function dayIn(goal: string, suite: SuiteFacts): string | undefined {
  const [, name, date] = /\b([A-Z][a-z]{2})[a-z]* (\d{1,2})(?:st|nd|rd|th)?\b/.exec(goal) ?? [];
  if (name === undefined || date === undefined) return undefined;
  const month = String(months.indexOf(name.toLowerCase()) + 1).padStart(2, '0');
  const day = new RegExp(String.raw`\b\d{4}-${month}-${date.padStart(2, '0')}\b`);
  return day.exec(outputsOf(suite))?.[0];
}

/** The user's own address: the one that the suite's outputs hold most often. */
function ownAddress(suite: SuiteFacts): string {
  const counts = new Map<string, number>();
  for (const found of outputsOf(suite).match(address) ?? []) {
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? '';
}

function outputsOf({ userTasks }: SuiteFacts): string {
  const tasks = Object.values(userTasks);
  return tasks.flatMap(({ groundTruth }) => groundTruth.map(({ output }) => output)).join('\n');
}
