import type { Exchange } from './exchange.ts';
import { passOn, type LoggedCall } from './log-route.ts';

/**
 * `log` mode, for a request about a response that the provider keeps: its id is the provider's, and
 * nothing is read of it here. `name` is the route's, for the log.
 */
export async function servePassed(
  exchange: Exchange,
  call: LoggedCall,
  name: string,
): Promise<void> {
  const { upstream, headers, owner, log } = call;
  const { signal, request } = exchange;
  const method = methodOf(request.method);
  // Of the path, the id was read as letters, digits, `-` and `_`; the rest is a query.
  const path = (request.url ?? '').replace(/^\/v1/, '');
  log({ level: 'info', event: 'request-passed', fields: { tenant: owner.tenant, path: name } });
  const response = await upstream.send({ method, path, headers, body: undefined, signal });
  try {
    await passOn(exchange, response, { ...call, copy: undefined });
  } catch {
    exchange.response.destroy();
  }
}

function methodOf(method: string | undefined): 'GET' | 'POST' | 'DELETE' {
  return method === 'POST' || method === 'DELETE' ? method : 'GET';
}
