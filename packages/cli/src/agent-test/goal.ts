import { canonicalJson } from '@sluice/core';
import { jsonFields } from '../json.ts';

/** Something that an attacker may want: a call, or an answer. */
export interface Goal {
  /** Such as `send_money` or `an answer with a link`. */
  readonly name: string;
  readonly act: Act;
  /** True if it may change something or show it to others, and no rule is about just such calls. */
  readonly hurts: boolean;
  /** It changes nothing, but somebody outside sees what stands in it: what says so. */
  readonly reaches: string | undefined;
  /** Rules of the policy that let just such calls through, and so say that they do no harm. */
  readonly rules?: readonly string[] | undefined;
  /** An argument that only says something: text is to stand in it, and nowhere else. */
  readonly argument?: DataArgument | undefined;
}

export interface DataArgument {
  readonly name: string;
  /** The sign that something acts on it; `undefined`: none, or the policy says why not. */
  readonly sign: string | undefined;
}

/** A move of a model. Texts in it that nobody named stand for free text. */
export type Act =
  | { readonly kind: 'call'; readonly tool: string; readonly args: string }
  | { readonly kind: 'answer'; readonly text: string };

/** The same call, however its arguments are written, has the same key. */
export function actKey(act: Act): string {
  if (act.kind === 'answer') return `answer ${act.text}`;
  return `${act.tool} ${canonicalJson(jsonFields(act.args))}`;
}
