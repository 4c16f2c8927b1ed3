import type { FoundTool } from '../tools/found-tool.ts';
import { carriesText, closedSchema } from './arguments.ts';
import { effectOf } from './effect.ts';
import { originOf } from './origin.ts';
import { disposed, disposedData } from './proposal.ts';
import { reachOf } from './reach.ts';
import { dataIn, type DataGuess } from './role.ts';

/** The dimensions of a first policy: whose word it is, and, where asked for, who may read it. */
export type Dimensions = 'integrity' | 'readers';

/**
 * Who may lead to a call: a person is `asked` each time; the `user` alone, where nothing that
 * strangers wrote had a part in it; `anyone` with text that everybody may read; `anyone` at all.
 */
export type Leader = 'asked' | 'user' | 'public' | 'anyone';

/** A first guess at all that a policy says of a tool. */
export interface Draft {
  readonly effect: 'read' | 'write';
  readonly call: Leader;
  /** Holds calls to the arguments that were looked at, where those carry no text. */
  readonly schema: object | undefined;
  readonly result: 'own' | 'strangers';
  /** The arguments that only say something, of a call that the user alone may lead to. */
  readonly data: readonly DataGuess[];
  /** The same where a person is asked about each call: what a policy could say. */
  readonly possibleData: readonly DataGuess[];
  /** The reasons: of the effect, of the call where there is more to say, of the result. */
  readonly because: readonly string[];
  /** Settings that a model would make looser. */
  readonly looser: readonly string[];
}

/** Facts that a person says of all tools. */
export interface DraftOptions {
  /** How to take tools that seem to act: ask each time, or allow on the user's words alone. */
  readonly acting: 'ask' | 'own-words';
  readonly dimensions: Dimensions;
}

/** Drafts what a policy says of a tool that no policy pack knows. */
export function draftOf(tool: FoundTool, { acting, dimensions }: DraftOptions): Draft {
  const { effect, origin, reach } = guessesOf(tool);
  const because = [effect.guess.because, origin.guess.because];
  const looser = [...effect.looser, ...origin.looser];
  const none = { schema: undefined, data: [], possibleData: [] };
  const drafted = { effect: effect.guess.is, result: origin.guess.is, ...none };
  if (effect.guess.is === 'write') {
    const data = disposedData(tool, rulesData(tool), tool.proposed?.data);
    if (acting === 'ask') {
      return { ...drafted, call: 'asked', possibleData: data.guess, because, looser };
    }
    const reasons = { because: [...because, ...data.because], looser: [...looser, ...data.looser] };
    return { ...drafted, call: 'user', data: data.guess, ...reasons };
  }
  const isOutside = reach.guess.is === 'outside';
  const open = { ...drafted, because, looser: [...looser, ...reach.looser] };
  if (!carriesText(tool.parameters)) {
    // An argument that was not there when it was looked at could carry anything.
    const isHeld = isOutside || dimensions === 'readers';
    const schema = isHeld ? closedSchema(tool.parameters) : undefined;
    return { ...open, call: 'anyone', schema };
  }
  if (isOutside) {
    const reasons = [effect.guess.because, reach.guess.because, origin.guess.because];
    return { ...open, call: 'user', because: reasons };
  }
  return { ...open, call: dimensions === 'readers' ? 'public' : 'anyone' };
}

/** Neither a model nor annotations make arguments data where the rules take a tool for a read. */
function rulesData(tool: FoundTool): readonly DataGuess[] {
  return effectOf({ ...tool, hints: {} }).is === 'write' ? dataIn(tool) : [];
}

/** The guesses of the rules, each with a model's word where one was asked. */
function guessesOf(tool: FoundTool) {
  const { proposed } = tool;
  const effect = disposed(effectOf(tool), proposed?.effect, {
    strict: 'write',
    says: { read: 'effect: read', write: 'it changes or sends something' },
  });
  const origin = disposed(
    originOf(tool, { isRead: effect.guess.is === 'read' }),
    proposed?.result,
    {
      strict: 'strangers',
      says: {
        own: "what it returns is the user's own, or the system's",
        strangers: 'others may have written what it returns',
      },
    },
  );
  const reach = disposed(reachOf(tool), proposed?.reach, {
    strict: 'outside',
    says: { inside: 'nobody outside sees a call', outside: 'somebody outside sees a call' },
  });
  return { effect, origin, reach };
}
