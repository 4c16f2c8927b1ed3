import type { FoundTool } from '../tools/found-tool.ts';
import { carriesText, closedSchema } from './arguments.ts';
import { effectOf } from './effect.ts';
import { originOf } from './origin.ts';
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
  /** The reasons: of the effect, of the call where there is more to say, of the result. */
  readonly because: readonly string[];
}

/** Facts that a person says of all tools. */
export interface DraftOptions {
  /** How to take tools that seem to act: ask each time, or allow on the user's words alone. */
  readonly acting: 'ask' | 'own-words';
  readonly dimensions: Dimensions;
}

/** Drafts what a policy says of a tool that no policy pack knows. */
export function draftOf(tool: FoundTool, { acting, dimensions }: DraftOptions): Draft {
  const effect = effectOf(tool);
  const origin = originOf(tool, { isRead: effect.is === 'read' });
  const because = [effect.because, origin.because];
  const drafted = { effect: effect.is, result: origin.is, schema: undefined, data: [] };
  if (effect.is === 'write') {
    if (acting === 'ask') return { ...drafted, call: 'asked', because };
    return { ...drafted, call: 'user', data: dataIn(tool), because };
  }
  const reach = reachOf(tool);
  const isOutside = reach.is === 'outside';
  if (!carriesText(tool.parameters)) {
    // An argument that was not there when it was looked at could carry anything.
    const isHeld = isOutside || dimensions === 'readers';
    const schema = isHeld ? closedSchema(tool.parameters) : undefined;
    return { ...drafted, call: 'anyone', schema, because };
  }
  if (isOutside) {
    return { ...drafted, call: 'user', because: [effect.because, reach.because, origin.because] };
  }
  return { ...drafted, call: dimensions === 'readers' ? 'public' : 'anyone', because };
}
