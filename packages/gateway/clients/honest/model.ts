import type { Reply, Script, Seen } from '../../test/upstream/script.ts';
import type { Call, Session, Turn } from './sessions/session.ts';

/**
 * A model that says what was recorded, whatever it is shown: the same call in the draft and again
 * where the gateway asks it from a narrower view. A real one could not say words that it is not
 * shown; `unseen` tells where that matters.
 */
export class RecordedModel {
  readonly #moves: readonly Move[];
  readonly #unseen = new Map<Call, boolean>();

  constructor(session: Session) {
    this.#moves = session.turns.flatMap(movesOf);
  }

  readonly script: Script = (seen) => {
    const at = seen.messages.filter(({ role }) => role === 'assistant').length;
    const move = this.#moves[at];
    if (move === undefined) return { text: 'Done.' };
    if (move.call !== undefined) this.#unseen.set(move.call, this.#lacks(move.call, { at, seen }));
    return replyOf(move);
  };

  /**
   * Calls that were last said from a view in which a name or a number of theirs is missing, though it
   * stands in the conversation.
   */
  get unseen(): readonly Call[] {
    return [...this.#unseen].filter(([, lacks]) => lacks).map(([call]) => call);
  }

  #lacks(call: Call, { at, seen }: { readonly at: number; readonly seen: Seen }): boolean {
    const known = this.#moves.slice(0, at).flatMap(({ before, says, call: made, result }) => {
      return [...before, says, argsOf(made), result];
    });
    const whole = [...known, ...(this.#moves[at]?.before ?? [])].join('\n');
    const shown = seen.messages.flatMap(({ text, calls }) => [
      text,
      ...calls.map(({ args }) => plain(args)),
    ]);
    const view = shown.join('\n');
    const words = argsOf(call).match(/[\w./:@%-]{4,}/g) ?? [];
    const names = words.filter((word) => /\d|\w[_./:@%-]\w|^_/.test(word));
    return names.some((word) => whole.includes(word) && !view.includes(word));
  }
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

/** Text in JSON, as it reads. */
function plain(json: string): string {
  const values: unknown = JSON.parse(json);
  return typeof values === 'object' && values !== null ? Object.values(values).join('\n') : json;
}
