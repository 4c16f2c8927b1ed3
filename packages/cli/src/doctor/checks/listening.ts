import { isSafeListen, listenUrl, type Settings } from '@sluice/gateway';
import type { Finding, DoctorEnvironment } from '../finding.ts';

const waitMsMax = 1_000;

/** Where the gateway would listen, whether that is safe, and whether something does. */
export async function checkListening(
  { listen }: Settings,
  { fetch }: DoctorEnvironment,
): Promise<Finding> {
  if (!isSafeListen(listen)) {
    const says = `\`${listen.host}\` would receive keys unencrypted: the gateway will not start`;
    const todo = 'write `tls:` with a certificate, `behindTls: true`, or `host: 127.0.0.1`';
    return { area: 'gateway', status: 'fix', says, todo };
  }
  const url = listenUrl(listen, listen.port);
  try {
    const signal = AbortSignal.timeout(waitMsMax);
    const response = await fetch(`${url}/api/health`, { signal, redirect: 'manual' });
    await response.body?.cancel();
    return { area: 'gateway', status: 'holds', says: `something answers at ${url}` };
  } catch {
    const says = `nothing answers at ${url}`;
    return { area: 'gateway', status: 'unknown', says, todo: 'type: sluice gateway' };
  }
}
