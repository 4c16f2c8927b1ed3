import type { Reply, Script, Seen } from '../../test/upstream/script.ts';
import type { Call, Session, Turn } from './sessions/session.ts';

/**
 * A model that says what was recorded, as far as a real one could: where the view that it is shown
 * lacks a name or a number of the recorded call that stands in the conversation, it makes no call.
 */
export class RecordedModel {
  readonly #moves: readonly Move[];

  constructor(session: Session) {
    this.#moves = session.turns.flatMap(movesOf);
  }

  readonly script: Script = (seen) => {
    const at = seen.messages.filter(({ role }) => role === 'assistant').length;
    const move = this.#moves[at];
    if (move === undefined) return { text: 'Done.' };
    return this.#lacks(move, { at, seen }) ? { text: 'I cannot tell.' } : replyOf(move);
  };

  #lacks({ call }: Move, { at, seen }: { readonly at: number; readonly seen: Seen }): boolean {
    const known = this.#moves.slice(0, at).flatMap(({ before, says, call: made, result }) => {
      return [...before, says, argsOf(made), result];
    });
    const whole = [...known, ...(this.#moves[at]?.before ?? [])].join('\n');
    const view = JSON.stringify(seen.body);
    return namesIn(argsOf(call)).some((name) => whole.includes(name) && !view.includes(name));
  }
}

/** What nobody writes who has not read it: names, numbers, and the parts of paths and addresses. */
function namesIn(text: string): readonly string[] {
  const words = text.match(/[\w./:@%-]{4,}/g) ?? [];
  const names = words.filter((word) => /\d|\w[_./:@%-]\w|^_/.test(word));
  const parts = names.flatMap((name) => name.split('/')).filter((part) => part.length > 2);
  return [...names, ...parts];
}

interface Move {
  /** What the user says before it. */
  readonly before: readonly string[];
  readonly says: string;
  readonly call?: Call;
  readonly result: string;
}

function movesOf({ user, steps, answer }: Turn): readonly Move[] {
  const moves: readonly Omit<Move, 'before'>[] = [...steps, { says: answer, result: '' }];
  return moves.map((move, at) => ({ ...move, before: at === 0 ? [user] : [] }));
}

function replyOf({ says, call }: Move): Reply {
  if (call === undefined) return { text: says };
  return { text: says, calls: [{ tool: call.tool, args: JSON.stringify(call.input) }] };
}

function argsOf(call: Call | undefined): string {
  return Object.values(call?.input ?? {}).join('\n');
}
