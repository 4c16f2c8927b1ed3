import { readAttack, type Attack } from './attack.ts';
import { fieldsOf } from './fields.ts';

/** All that a visitor chose: a link holds it, and no server does. */
export interface Shared {
  readonly policy: string;
  readonly conversation: string;
  readonly way: string;
  readonly attack?: Attack | undefined;
}

/** The part of an address behind `#`. */
export async function written(shared: Shared): Promise<string> {
  const packed = through(new Blob([JSON.stringify(shared)]), new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `s=${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** So long may the text in a link be: what is longer was not made here. */
const textMax = 4_000_000;

/** `undefined` where the part of the address holds nothing that was written here. */
export async function read(hash: string): Promise<Shared | undefined> {
  const text = /^#?s=([\w-]+)$/.exec(hash)?.[1];
  if (text === undefined) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const plain = through(new Blob([bytes]), new DecompressionStream('deflate-raw'));
    return sharedIn(JSON.parse(await limited(plain)));
  } catch {
    return undefined;
  }
}

function through(blob: Blob, transform: CompressionStream | DecompressionStream): ReadableStream {
  return blob.stream().pipeThrough(transform);
}

/** A small link can hold a text without end. */
async function limited(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of stream) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > textMax) throw new Error('too long');
  }
  return text;
}

function sharedIn(value: unknown): Shared | undefined {
  const { policy, conversation, way, attack } = fieldsOf(value);
  if (typeof policy !== 'string' || typeof conversation !== 'string') return undefined;
  return {
    policy,
    conversation,
    way: typeof way === 'string' ? way : 'lineage',
    attack: readAttack(attack),
  };
}
