import type { PlainMessage } from '../../history/plain.ts';
import type { ModelRequest } from '../../model/chat-model.ts';

/** Limits that a view puts on a framework's choice of a tool. */
export interface ChoiceLimits {
  /** Tools that the framework declares and that the view hides. */
  readonly hidden: ReadonlySet<string>;
  /** The view shows no tool at all. */
  readonly none: boolean;
  /**
   * The model was told of a refusal that the framework does not see: a call that is forced would
   * only be refused again, so from there on the model chooses.
   */
  readonly isFree: boolean;
}

export function choiceLimits(
  { view }: ModelRequest,
  declared: { readonly messages: readonly PlainMessage[]; readonly tools: ReadonlySet<string> },
): ChoiceLimits {
  const shown = new Set(view.tools.map(({ name }) => name));
  return {
    hidden: new Set([...declared.tools].filter((name) => !shown.has(name))),
    none: shown.size === 0,
    isFree: sinceUser(view.messages) > sinceUser(declared.messages),
  };
}

/**
 * The choice as far as the view allows it: of hidden tools alone it is `none`, for a provider
 * refuses the name of a tool that it is not given, and the name may be what is hidden.
 */
export function choiceWithin<Choice, None>(
  choice: Choice | undefined,
  { hidden, none, isFree }: ChoiceLimits,
  noTool: None,
): Choice | None | undefined {
  if (choice === undefined || none) return undefined;
  if (JSON.stringify(choice) === JSON.stringify(noTool)) return choice;
  if (isFree) return undefined;
  return isNamedIn(choice, hidden) ? noTool : choice;
}

function isNamedIn(choice: unknown, hidden: ReadonlySet<string>): boolean {
  if (typeof choice === 'string') return hidden.has(choice);
  if (typeof choice !== 'object' || choice === null) return false;
  return Object.values(choice).some((member) => isNamedIn(member, hidden));
}

/** Generations after the last thing that the user said. */
function sinceUser(messages: readonly PlainMessage[]): number {
  const last = messages.findLastIndex(({ role }) => role === 'user' || role === 'system');
  return messages.slice(last + 1).filter(({ role }) => role === 'assistant').length;
}
