import type { OperatorContext } from './approvals.ts';
import { OperatorClient, Refused, type ClientOptions } from './api/client.ts';
import { plainJson } from './show/visible.ts';

export interface ReloadOptions extends ClientOptions {
  readonly json?: true;
}

/** Has the gateway read its policies again. Where one is wrong, all stay as they were. */
export async function runReload(
  options: ReloadOptions,
  operatorContext: OperatorContext,
): Promise<0> {
  const client = new OperatorClient(options, operatorContext);
  const { terminal } = operatorContext;
  try {
    await client.post('/reload', {});
  } catch (error) {
    throw error instanceof Refused && error.status === 400 ? unchanged(error) : error;
  }
  if (options.json === true) terminal.print(plainJson({ reloaded: true }));
  else terminal.print('The policies were read again. They decide from the next request on.');
  return 0;
}

function unchanged({ status, apiCode, message, hint }: Refused): Refused {
  const text = `${message}; the policies that were in force stay`;
  return new Refused({ status, apiCode }, { message: text, hint });
}
