import { SluiceError } from '@sluice/core';
import type { OperatorContext } from './api/process-context.ts';

/** Where somebody may be asked. */
type Asking = Pick<OperatorContext, 'terminal'>;

export interface ConfirmOptions {
  readonly yes?: true;
}

/**
 * True if somebody confirms what stands on the screen: `--yes`, or a yes at the keyboard. Throws
 * `settings-invalid` where nobody is there to say it.
 */
export async function isConfirmed(
  question: string,
  { yes }: ConfirmOptions,
  operatorContext: Asking,
): Promise<boolean> {
  if (yes === true) return true;
  if (operatorContext.terminal.line === undefined) throw nobodyThere();
  return await isWanted(question, operatorContext);
}

/** Only a `y` and Enter, typed after the question was there, is a yes. */
export async function isWanted(question: string, { terminal }: Asking): Promise<boolean> {
  const typed = await terminal.line?.(`${question} Type y and Enter; anything else is no: `);
  return typed?.trim().toLowerCase() === 'y';
}

/** The reason of an act. Throws `settings-invalid` for none, before anybody is asked. */
export function reasonIn(because: string): string {
  const reason = because.trim();
  if (reason !== '') return reason;
  throw new SluiceError('settings-invalid', 'the audit log needs a reason', {
    hint: "add `--because 'your reason'`",
  });
}

function nobodyThere(): SluiceError {
  return new SluiceError(
    'settings-invalid',
    'cannot ask for confirmation: this is not a terminal',
    {
      hint: 'read the question above, then add `--yes`',
    },
  );
}
