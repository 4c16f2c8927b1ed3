import { passOn, type PassedCall } from './log-route.ts';

/**
 * `log` mode, for a request about a response that the provider keeps: its id is the provider's, and
 * nothing is read of it here.
 */
export async function servePassed(call: PassedCall): Promise<void> {
  const { exchange, upstream, path, headers, owner, at, log } = call;
  const { signal, request } = exchange;
  const method = methodOf(request.method);
  const fields = { tenant: owner.tenant, path: at.route };
  log({ level: 'info', event: 'request-passed', fields });
  const response = await upstream.send({ method, path, headers, body: undefined, signal });
  try {
    await passOn(response, { ...call, copy: undefined });
  } catch {
    exchange.response.destroy();
  }
}

function methodOf(method: string | undefined): 'GET' | 'POST' | 'DELETE' {
  return method === 'POST' || method === 'DELETE' ? method : 'GET';
}
