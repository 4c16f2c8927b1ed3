import { SluiceError } from '@sluice/core';
import { questionDetail, read, type Detail } from './api/answers.ts';
import type { OperatorContext } from './api/process-context.ts';
import type { OperatorClient } from './api/client.ts';
import { questionLines } from './show/show-question.ts';
import { named } from './show/visible.ts';

/** A question by its id. Throws `settings-invalid` for what is no id, and sends nothing then. */
export async function questionOf(client: OperatorClient, id: string): Promise<Detail> {
  if (/^ap_[0-9a-f]{32}$/.test(id)) {
    return read(questionDetail, await client.get(`/questions/${id}`));
  }
  throw new SluiceError('settings-invalid', `${named(id)} is not the id of a question`, {
    hint: '`sluice approvals` lists the ids: `ap_` and 32 hexadecimal digits',
  });
}

/** Prints all that a question asks about. */
export function showQuestion(
  detail: Detail,
  { terminal, nowMs }: Pick<OperatorContext, 'terminal' | 'nowMs'>,
): void {
  for (const line of questionLines(detail, { terminal, nowMs: nowMs() })) terminal.print(line);
}
