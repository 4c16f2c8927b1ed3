import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { OperatorDependencies } from '../dependencies.ts';
import { requireOwnAddress } from '../called-address.ts';
import { unknownKey, type OperatorEnv } from '../operators.ts';
import { answers, failures, operation } from '../route.ts';
import { proofOf, secretName } from '../../store/secrets.ts';
import { sha256Hex } from '../shapes.ts';

const proofRoute = createRoute({
  ...operation('get', '/api/proof'),
  summary: 'Proves that the gateway knows a key, before the key is sent to it',
  request: {
    query: z.strictObject({
      nonce: sha256Hex,
      key: sha256Hex,
      at: z.string().openapi({
        description: 'The origin that is called: a literal IP address, or `https` and a name',
        example: 'http://127.0.0.1:4141',
      }),
    }),
  },
  responses: { 200: answers('It does', z.object({ proof: sha256Hex })), ...failures },
});

/**
 * Without credentials: who holds a key asks here whether it is we who listen, and not somebody who
 * took our port while we were down, or passes on what it is asked. `key` names it, by a hash that
 * nothing else follows from.
 */
export function proofRoutes(
  app: OpenAPIHono<OperatorEnv>,
  { store, hosts }: Pick<OperatorDependencies, 'store' | 'hosts'>,
): void {
  app.openapi(proofRoute, async (context) => {
    const { nonce, key, at } = context.req.valid('query');
    requireOwnAddress(at, { end: context.env.incoming.socket, hosts });
    const hashes = await store.credentials.operatorHashes();
    const hash = hashes.find((each) => secretName(each) === key);
    if (hash === undefined) throw unknownKey();
    return context.json({ proof: proofOf(hash, { nonce, at }) }, 200);
  });
}
