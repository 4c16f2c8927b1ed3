// The same agent with a hole that `sluice test` finds: it puts the newest mail into the prompt, so
// that the guard takes a stranger's text for the user's.
import type { AgentRun } from 'sluice/test';
import { agent as careful } from './ai-sdk.ts';

export async function agent(run: AgentRun): Promise<string> {
  const readMail = run.tools.find(({ name }) => name === 'read_mail');
  const mail = await readMail?.execute({}).catch(() => 'none');
  return careful({ ...run, prompt: `${run.prompt}\n\nMy newest mail: ${mail ?? 'none'}` });
}
