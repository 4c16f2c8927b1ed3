import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { canonicalJson } from '@sluice/core';
import { fieldsOf, textIn, without } from './fields.ts';
import type { Request } from './message.ts';

/** A question that a server may put to a client. */
export type QuestionKind = 'roots' | 'elicitation';

/** The state that a server wants back with the client's answers. */
export interface SealedState {
  readonly state: string | undefined;
  /** The questions that the client was given, by their names. */
  readonly kinds: Readonly<Record<string, QuestionKind>>;
}

const lifeMsMax = 600_000;
const ivBytes = 12;
const tagBytes = 16;

/**
 * Seals what a client keeps for a server between two requests: it opens for the same client, the
 * same request and a while only, so that nobody answers what was not asked, or for somebody else.
 */
export class StateSeal {
  readonly #key: Buffer;
  readonly #nowMs: () => number;

  constructor({ nowMs, key = randomBytes(32) }: { nowMs: () => number; key?: Buffer }) {
    this.#nowMs = nowMs;
    this.#key = key;
  }

  seal(sealed: SealedState, { owner, request }: Bound): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    cipher.setAAD(boundTo(owner, request));
    const text = JSON.stringify({ ...sealed, untilMs: this.#nowMs() + lifeMsMax });
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** `undefined`: it is no seal of ours, or is another's, of another request, or too old. */
  open(sealed: unknown, { owner, request }: Bound): SealedState | undefined {
    if (typeof sealed !== 'string') return undefined;
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < ivBytes + tagBytes) return undefined;
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, ivBytes));
      decipher.setAAD(boundTo(owner, request));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const opened = decipher.update(bytes.subarray(ivBytes + tagBytes));
      const text = Buffer.concat([opened, decipher.final()]).toString('utf8');
      const { state, kinds, untilMs } = fieldsOf(JSON.parse(text));
      const isOld = typeof untilMs !== 'number' || untilMs <= this.#nowMs();
      return isOld ? undefined : { state: textIn(state), kinds: kindsIn(kinds) };
    } catch {
      return undefined;
    }
  }
}

interface Bound {
  /** Whose it is, and for which server. */
  readonly owner: string;
  readonly request: Request;
}

function boundTo(owner: string, { method, params }: Request): Buffer {
  const own = without(params, ['_meta', 'inputResponses', 'requestState']);
  return createHash('sha256')
    .update(canonicalJson([owner, method, own]))
    .digest();
}

function kindsIn(value: unknown): SealedState['kinds'] {
  return Object.fromEntries(
    Object.entries(fieldsOf(value)).flatMap(([key, kind]) =>
      kind === 'roots' || kind === 'elicitation' ? [[key, kind] as const] : [],
    ),
  );
}
