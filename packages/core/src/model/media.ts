import { SluiceError } from '../errors.ts';
import type { PlainPart } from '../history/plain.ts';

/** An image or a file on its way to a provider. */
export type Media =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'base64'; readonly base64: string };

type OpaquePart = Extract<PlainPart, { readonly kind: 'opaque' }>;

/**
 * Reads an opaque part's data: bytes, a `URL`, or a string that is an `http(s):` or `data:` URL or
 * base64. Throws `model-failed` for anything else, since leaving it out would change the question.
 */
export function mediaOf(model: string, part: OpaquePart): Media {
  const { data } = part;
  if (data instanceof Uint8Array) return { kind: 'base64', base64: base64Of(data) };
  if (data instanceof URL) return fromText(data.href);
  if (typeof data === 'string') return fromText(data);
  throw unsupportedPart(model, part);
}

/** `data:` URL or plain URL of a medium. */
export function mediaUrl(media: Media, mediaType: string): string {
  return media.kind === 'url' ? media.url : `data:${mediaType};base64,${media.base64}`;
}

/** The error for a part that a provider's protocol cannot carry. */
export function unsupportedPart(model: string, { mediaType }: OpaquePart): SluiceError {
  return new SluiceError('model-failed', `\`${model}\` cannot be sent a part of \`${mediaType}\``, {
    hint: 'pass images and PDF files as bytes, base64 or a URL, and other files as text',
  });
}

function fromText(text: string): Media {
  const base64 = /^data:[^,]*;base64,(.*)$/s.exec(text)?.[1];
  if (base64 !== undefined) return { kind: 'base64', base64 };
  return /^(https?|data):/.test(text)
    ? { kind: 'url', url: text }
    : { kind: 'base64', base64: text };
}

/** Base64 of bytes, without a platform API. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  const step = 32_768;
  for (let at = 0; at < bytes.length; at += step) {
    binary += String.fromCharCode(...bytes.subarray(at, at + step));
  }
  return btoa(binary);
}
