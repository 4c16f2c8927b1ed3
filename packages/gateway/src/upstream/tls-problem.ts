const certificate: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself alone',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority that this machine lacks',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes without those that vouch for it',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate comes from an authority that this machine lacks',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate comes from an authority that this machine lacks',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** Codes that say that the other side speaks no TLS at all. */
const plain: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
]);

const causesMax = 5;

/**
 * Says of an error, or of what caused it, that it is one of TLS, and which; `undefined` for any
 * other. Nothing of the error's own text is quoted.
 */
export function tlsProblem(error: unknown): string | undefined {
  const code = errorCode(error);
  if (code === undefined) return undefined;
  const says = Object.hasOwn(certificate, code) ? certificate[code] : undefined;
  if (says !== undefined) return `TLS: ${says} (${code})`;
  if (plain.has(code)) return `TLS: what answers there speaks plain http (${code})`;
  return /^(?:ERR_SSL_|ERR_TLS_|CERT_|EPROTO$)/.test(code)
    ? `TLS: no secure connection came about (${code})`
    : undefined;
}

/** The code of an error or of what caused it. */
export function errorCode(error: unknown): string | undefined {
  let each = error;
  for (let depth = 0; depth < causesMax && each instanceof Error; depth++) {
    if ('code' in each && typeof each.code === 'string') return each.code;
    each = each.cause;
  }
  return undefined;
}
