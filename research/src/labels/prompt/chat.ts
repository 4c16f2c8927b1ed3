import type { PromptPart } from '@sluice/local';

/** A finished exchange that shows the model the form of an answer. All of it is ours. */
export interface Example {
  readonly user: string;
  readonly assistant: string;
}

/** Text around the documents of a question, in the turns of ChatML. */
export interface Turns {
  readonly before: readonly PromptPart[];
  readonly after: readonly PromptPart[];
}

/** A system turn, examples, and a user turn that the documents stand in the middle of. */
export function turnsOf(
  system: string,
  examples: readonly Example[],
  user: { readonly before: string; readonly after: string },
): Turns {
  const shown = examples.map((each) => turn('user', each.user) + turn('assistant', each.assistant));
  const start = `${turn('system', system)}${shown.join('')}<|im_start|>user\n`;
  return {
    before: [template(start), { kind: 'question', text: user.before }],
    after: [
      { kind: 'question', text: user.after },
      template('<|im_end|>\n<|im_start|>assistant\n'),
    ],
  };
}

function turn(role: string, text: string): string {
  return `<|im_start|>${role}\n${text}<|im_end|>\n`;
}

function template(text: string): PromptPart {
  return { kind: 'template', text };
}
