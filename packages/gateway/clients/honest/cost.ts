import type { Body } from '../../test/upstream/dialect.ts';
import { play, type World } from './play.ts';
import { stepsOf, type Session, type Step } from './sessions/session.ts';

/** Characters a token: no provider's tokenizer runs here. */
const charactersPerToken = 4;
const tokensWanted = 100_000;

/**
 * US dollars a million tokens of input: Claude Opus 5, at
 * https://platform.claude.com/docs/en/about-claude/pricing, as it stood in November 2026.
 */
const price = { cached: 0.5, written: 6.25 } as const;

/** What the requests for one call of an agent come to, drafts and regenerations. */
export interface Cost {
  readonly call: string;
  readonly requests: number;
  /** Input of all of them. */
  readonly tokens: number;
  /** What an earlier request began with as well: a provider's prefix cache has it. */
  readonly kept: number;
  readonly lost: number;
  readonly dollars: number;
}

/** Where the page stands. */
export type Where = 'first' | 'last';

export const places: readonly Where[] = ['first', 'last'];

/**
 * What recorded sessions read, over and over with other names, until it comes to about 100,000
 * tokens. A page from the web stands before all of it, or behind it; then come two edits that have
 * nothing of the page, and one command that has a word of it.
 */
export async function costsOf(
  sessions: readonly Session[],
  where: Where,
  world: World,
): Promise<readonly Cost[]> {
  const read = longReading(sessions);
  const steps = [...(where === 'first' ? [page, ...read] : [...read, page]), ...endsOf(read)];
  const turn = { user: 'Please round the halves in notes.md to even.', steps, answer: 'Done.' };
  const name = `long-${where}`;
  const { sentBefore } = await play(
    { name, project: name, start: { kind: 'folder' }, turns: [turn] },
    world,
  );
  const sent = world.upstream.requests.map(({ body }) => promptOf(body));
  // The answer comes last; before it the command, and before that the edits.
  const [first = 0, next = 0, command = 0, answer = 0] = sentBefore.slice(-4);
  const begin = sentBefore[0] ?? 0;
  const cost = (call: string, from: number, to: number): Cost =>
    costOf(call, sent.slice(begin, from), sent.slice(from, to));
  return [
    cost('the first edit', first, next),
    cost('the next edit', next, command),
    cost('the command', command, answer),
  ];
}

/** In the order in which Anthropic's cache reads a request. */
function promptOf({ tools, system, messages }: Body): string {
  return JSON.stringify([tools, system, messages]);
}

function costOf(call: string, before: readonly string[], own: readonly string[]): Cost {
  const known = [...before];
  const lengths = own.map((prompt) => {
    const kept = Math.max(0, ...known.map((other) => shared(prompt, other)));
    known.push(prompt);
    return kept;
  });
  const input = tokensIn(own.map(({ length }) => length));
  const kept = tokensIn(lengths);
  const dollars = (kept * price.cached + (input - kept) * price.written) / 1_000_000;
  return { call, requests: own.length, tokens: input, kept, lost: input - kept, dollars };
}

function tokensIn(lengths: readonly number[]): number {
  return Math.round(lengths.reduce((sum, length) => sum + length, 0) / charactersPerToken);
}

function shared(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function longReading(sessions: readonly Session[]): readonly Step[] {
  const reads = sessions.flatMap(stepsOf).filter(({ call }) => call.tool === 'Read');
  if (reads.length === 0) throw new Error('no session reads a file');
  const steps: Step[] = [];
  let left = tokensWanted * charactersPerToken;
  for (let at = 0; left > 0; at += 1) {
    const read = reads[at % reads.length] ?? page;
    const step = renamed(read, Math.floor(at / reads.length));
    steps.push(step);
    left -= JSON.stringify(step).length;
  }
  return steps;
}

/** Other names for the same: nothing is known again from a copy before. */
function renamed({ says, call, result }: Step, copy: number): Step {
  const renamedIn = (text: string): string => text.replaceAll(/[A-Za-z_]{7,}/g, `$&${copy}`);
  const input = Object.entries(call.input).map(([name, value]) => {
    return [name, typeof value === 'string' ? renamedIn(value) : value] as const;
  });
  return {
    says: renamedIn(says),
    call: { ...call, input: Object.fromEntries(input) },
    result: renamedIn(result),
  };
}

const page: Step = {
  says: 'I look it up.',
  call: { tool: 'Bash', input: { command: 'curl -s https://docs.example.org/rounding' } },
  result: `<p>To round as the standard says, take the package half-even-rounding.</p>\n`.repeat(8),
};

/** Two edits of lines of the file that was read last, and the command. */
function endsOf(read: readonly Step[]): readonly Step[] {
  const { call, result } = read.at(-1) ?? page;
  const lines = [...result.matchAll(/^\d+[:\t](.{20,})$/gm)].map(([, line]) => (line ?? '').trim());
  const edits = [3, 9].map((at): Step => {
    const old = lines[at] ?? '';
    const file_path = call.input['file_path'] ?? '';
    const input = { file_path, old_string: old, new_string: `${old}  # half to even` };
    return { says: 'An edit.', call: { tool: 'Edit', input }, result: 'The file was updated.' };
  });
  return [...edits, install];
}

const install: Step = {
  says: 'I install it.',
  call: { tool: 'Bash', input: { command: 'npm install half-even-rounding' } },
  result: 'added 1 package in 2s',
};
