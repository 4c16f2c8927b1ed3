/** The header in which the page sends its token. A page of another origin cannot send it. */
export const tokenHeader = 'x-sluice-page';

const plainName = 'sluice-console';
/** Only the very host can set it, and only over TLS. */
const secureName = '__Host-sluice-console';

const valueForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * The cookie of a session. Strict: no page of another site, no link and no form sends it. Links
 * from elsewhere work all the same, for the page is the same for everybody and asks by itself.
 */
export function cookieFor(value: string, { isSecure }: { readonly isSecure: boolean }): string {
  const flags = 'HttpOnly; SameSite=Strict';
  return isSecure
    ? `${secureName}=${value}; Path=/; Secure; ${flags}`
    : `${plainName}=${value}; Path=/api; ${flags}`;
}

/** Takes the cookie away. */
export function noCookie(isSecure: boolean): string {
  return `${cookieFor('', { isSecure })}; Max-Age=0`;
}

/** The session's cookie in a header; `undefined` where there is none, or more than one. */
export function cookieIn(header: string | undefined): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${plainName}=`) || each.startsWith(`${secureName}=`));
  const [only = ''] = found;
  const value = only.slice(only.indexOf('=') + 1);
  return found.length === 1 && valueForm.test(value) ? value : undefined;
}
