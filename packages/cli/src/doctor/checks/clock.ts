import type { Finding } from '../finding.ts';

/** Beyond this, certificates and the expiry of questions go wrong. */
const skewMsMax = 300_000;

/** Compares this machine's clock with those of the providers that answered. */
export function checkClock(nowMs: number, dates: readonly number[]): Finding {
  const [date] = dates;
  if (date === undefined) {
    return { area: 'clock', status: 'unknown', says: 'no provider said what time it is' };
  }
  const skewMs = Math.min(...dates.map((each) => Math.abs(each - nowMs)));
  return skewMs > skewMsMax
    ? {
        area: 'clock',
        status: 'fix',
        says: `this clock is ${Math.round(skewMs / 60_000)} minutes off`,
        todo: 'set it: questions expire by it',
      }
    : { area: 'clock', status: 'holds', says: 'it agrees with the provider' };
}
