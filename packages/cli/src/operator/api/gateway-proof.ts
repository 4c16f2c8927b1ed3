import { createHash, createHmac, randomBytes } from 'node:crypto';
import { SluiceError } from '@sluice/core';
import { fieldsOf } from '../../json.ts';

/** A gateway proves that it knows a key before the key is sent to it. */
export interface Challenge {
  readonly query: Readonly<Record<'nonce' | 'key' | 'at', string>>;
  readonly isMet: (answer: unknown) => boolean;
}

/**
 * Only who knows the key, or the hash by which the gateway stores it, can answer, and only for the
 * address `at` that it listens at itself. Said again here, as the gateway says it: these commands
 * start without loading it.
 */
export function challengeFor(key: string, at: string): Challenge {
  const hash = sha256(key);
  const nonce = randomBytes(32).toString('hex');
  const proof = createHmac('sha256', hash).update(`proof\n${nonce}\n${at}`).digest('hex');
  return {
    query: { nonce, key: sha256(`name\n${hash}`), at },
    isMet: (answer) => fieldsOf(answer)['proof'] === proof,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Something listens where the gateway should, and cannot show that it is the gateway. */
export function unproven(url: string): SluiceError {
  const message = `what answers at \`${url}\` is not the gateway that knows your key`;
  return new SluiceError('settings-invalid', `${message}; the key was not sent`, {
    hint: 'start `sluice gateway`, find out what else listens there, or add `--url URL`',
  });
}
