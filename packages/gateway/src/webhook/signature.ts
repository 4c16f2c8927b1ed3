import { createHmac } from 'node:crypto';
import { SluiceError } from '@sluice/core';

const secretForm = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/;
const keyBytesMin = 24;
const keyBytesMax = 64;

/** The signed parts of a message: its id, when, and the very bytes of its body. */
export interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The key in a secret as Standard Webhooks writes it: base64, with `whsec_` before it or without.
 * Throws `settings-invalid`, without the secret.
 */
export function webhookKey(secret: string): Buffer {
  const [, text] = secretForm.exec(secret.trim()) ?? [];
  const key = Buffer.from(text ?? '', 'base64');
  if (key.byteLength >= keyBytesMin && key.byteLength <= keyBytesMax) return key;
  throw new SluiceError('settings-invalid', 'the webhook’s secret is not valid', {
    hint: 'set it to `whsec_` and 24 to 64 bytes in base64: echo whsec_$(openssl rand -base64 32)',
  });
}

/** The headers of Standard Webhooks: HMAC-SHA256 over id, timestamp and body. */
export function signatureHeaders(
  key: Buffer,
  { id, timestamp, body }: Signed,
): Readonly<Record<string, string>> {
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${mac}`,
  };
}
