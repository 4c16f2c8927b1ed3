import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { OperatorDependencies } from '../dependencies.ts';
import { unknownKey, type OperatorEnv } from '../operators.ts';
import { answers, failures, operation } from '../route.ts';
import { proofOf, secretName } from '../secrets.ts';
import { sha256Hex } from '../shapes.ts';

const proofRoute = createRoute({
  ...operation('get', '/api/proof'),
  summary: 'Proves that the gateway knows a key, before the key is sent to it',
  request: { query: z.strictObject({ nonce: sha256Hex, key: sha256Hex }) },
  responses: { 200: answers('It does', z.object({ proof: sha256Hex })), ...failures },
});

/**
 * Without credentials: who holds a key asks here whether it is we who listen, and not somebody who
 * took our port while we were down. `key` names it, by a hash that nothing else follows from.
 */
export function proofRoutes(
  app: OpenAPIHono<OperatorEnv>,
  { store }: Pick<OperatorDependencies, 'store'>,
): void {
  app.openapi(proofRoute, async (context) => {
    const { nonce, key } = context.req.valid('query');
    const hashes = await store.credentials.operatorHashes();
    const hash = hashes.find((each) => secretName(each) === key);
    if (hash === undefined) throw unknownKey();
    return context.json({ proof: proofOf(hash, nonce) }, 200);
  });
}
