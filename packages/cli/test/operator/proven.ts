import type { RequestListener } from 'node:http';
import { proofOf, secretHash } from '../../../gateway/src/store/secrets.ts';

/** Knows a key as its gateway does, and answers everything else as it is told. */
export function proven(key: string, listener: RequestListener): RequestListener {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== '/api/proof') return listener(request, response);
    const [nonce, at] = ['nonce', 'at'].map((name) => searchParams.get(name) ?? '');
    const proof = proofOf(secretHash(key), { nonce: nonce ?? '', at: at ?? '' });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ proof }));
  };
}
