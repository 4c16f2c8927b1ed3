import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operatorRig, rigRegion } from '../../test/operator-rig.ts';
import type { OfferRecord } from '../store/mcp-store.ts';
import { proves } from '../testing/proves.ts';
import { secretHash, secretName } from '../store/secrets.ts';
import { routeRoles } from './roles.ts';

/** As much of OpenAPI 3.1 as the document uses, and nothing else. */
const schema = z.looseObject({});
const content = z.record(z.string(), z.strictObject({ schema }));
const parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query']),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema,
});
const operation = z.strictObject({
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  'x-role': z.enum(['anyone', 'viewer', 'approver', 'endorser', 'admin']),
  parameters: z.array(parameter).optional(),
  requestBody: z.strictObject({ required: z.literal(true), content }).optional(),
  responses: z.record(
    z.string().regex(/^(?:[1-5]\d\d|[1-5]XX|default)$/),
    z.strictObject({ description: z.string().min(1), content: content.optional() }),
  ),
});
const document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(
    z.string().startsWith('/api/'),
    z.partialRecord(z.enum(['get', 'post', 'delete']), operation),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[A-Za-z0-9._-]+$/), schema),
    parameters: z.strictObject({}).optional(),
    securitySchemes: z.strictObject({
      operatorKey: z.strictObject({
        type: z.literal('http'),
        scheme: z.literal('bearer'),
        description: z.string(),
      }),
    }),
  }),
  webhooks: z.strictObject({}).optional(),
});

const everything = {
  roles: ['viewer', 'approver', 'endorser', 'admin'],
  tenant: undefined,
} as const;

function queries(key: string): Readonly<Record<string, string>> {
  const name = secretName(secretHash(key));
  return {
    '/api/runs/{run}/region': '?region=m1:0&tenant=acme',
    '/api/proof': `?nonce=${'0'.repeat(64)}&key=${name}&at=https://gateway.example`,
  };
}

async function theDocument(): Promise<z.output<typeof document>> {
  const { send, operator } = await operatorRig();
  const key = await operator('ann', everything);
  return document.parse((await send('GET', '/api/openapi.json', { key })).body);
}

describe('the OpenAPI document', () => {
  proves('operator/document', async () => {
    const { paths } = await theDocument();
    const named = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { 'x-role': role }]) => `${method} ${path} ${role}`),
    );
    const table = Object.entries(routeRoles).flatMap(([method, routes]) =>
      Object.entries(routes).map(([path, role]) => `${method} ${path} ${role}`),
    );
    expect(named.toSorted()).toEqual(table.toSorted());

    const { send, operator, ask, client, store } = await operatorRig();
    const key = await operator('ann', everything);
    await client('agent');
    const question = await ask();
    await store.files.change('acme', { put: [someFile] });
    await store.mcp.put('acme', [someOffer, { is: 'seen', client: 'key_1', label: 'bottom' }]);
    const { view } = (await send('GET', '/api/files', { key })).body.files[0];
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        const id = path.startsWith('/api/keys') ? 'key_0000000000000002' : question.id;
        const query = queries(key)[path] ?? '';
        const url = path.replace('{id}', id).replace('{run}', 'run1') + query;
        const body =
          requestBody === undefined ? undefined : bodies({ hash: question.hash, view, key })[path];
        const reply = await send(method.toUpperCase(), url, { key, body });
        const known = Object.keys(responses).some((each) => each === String(reply.status));
        // The second answer to one question is a refusal, as it must be, and so is half a policy.
        const isRefusal =
          (/\/(?:deny|without)$/.test(path) && reply.status === 409) ||
          (path.endsWith('/what-if') && reply.body.error.code === 'policy_invalid');
        expect([method, path, reply.status, known || isRefusal]).toEqual([
          method,
          path,
          reply.status,
          true,
        ]);
      }
    }
  });

  test('declares each parameter of a path, and each reference leads somewhere', async () => {
    const { paths, components } = await theDocument();
    for (const [path, methods] of Object.entries(paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [], security, 'x-role': role } of Object.values(methods)) {
        const declared = parameters.filter((each) => each.in === 'path');
        expect(declared.map(({ name }) => name)).toEqual(inPath);
        expect(declared.every(({ required }) => required === true)).toBe(true);
        expect(security).toEqual(role === 'anyone' ? [] : [{ operatorKey: [] }]);
      }
    }
    const references = [
      ...JSON.stringify(paths).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
    ];
    expect(references.length).toBeGreaterThan(0);
    for (const [, name = ''] of references) expect(components.schemas).toHaveProperty(name);
  });
});

const someFile = {
  path: '/srv/app/a.ts',
  label: 'untrusted & public',
  cause: 'written',
  run: 'run1',
  call: 'call_1',
  atMs: 1,
} as const;

const someOffer: OfferRecord = {
  is: 'offer',
  server: 'files',
  kind: 'tool',
  name: 'read',
  offered: '{}',
  offeredMs: 1,
};
const offerHash = createHash('sha256').update('{}').digest('hex');

function bodies({
  hash,
  view,
  key,
}: {
  readonly hash: string;
  readonly view: string;
  readonly key: string;
}): Readonly<Record<string, unknown>> {
  const read = { region: rigRegion.region, hash: rigRegion.hash };
  const order = { tenant: 'acme', ...read, dimension: 'integrity', to: 'trusted' };
  const because = 'a test';
  return {
    '/api/questions/{id}/approve': { hash },
    '/api/questions/{id}/deny': { hash, reason: because },
    '/api/questions/{id}/without': {},
    '/api/runs/{run}/what-if': { tenant: 'acme', policy: 'version: 1' },
    '/api/keys/{id}/secret': {},
    '/api/runs/{run}/endorse': { ...order, because },
    '/api/runs/{run}/declassify': { ...order, because },
    '/api/runs/{run}/erase': { tenant: 'acme', because },
    '/api/files/endorse': { path: someFile.path, view, because },
    '/api/mcp/accept': {
      tenant: 'acme',
      server: 'files',
      offers: [{ kind: 'tool', name: 'read', hash: offerHash }],
    },
    '/api/mcp/reset': { tenant: 'acme', client: 'key_1', because },
    '/api/mcp/forget': { tenant: 'acme', server: 'files', because },
    '/api/keys': { kind: 'client', name: 'b', tenant: 'acme', profile: 'default' },
    '/api/reload': {},
    '/api/console/codes': {},
    '/api/console/session': { key },
    '/api/break-glass': { profile: 'default', minutes: 1, because },
  };
}
