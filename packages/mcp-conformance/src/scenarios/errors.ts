import { holds, same, type Scenario, type Stage } from '../scenario.ts';
import { codes, type Era, eras, legacy, modern } from '../wire/era.ts';
import { at } from '../wire/message.ts';
import type { RpcError } from '../server/call.ts';
import { callTool } from './support.ts';

const source = 'specification/2026-07-28/basic#error-codes';

interface Kept {
  readonly name: string;
  readonly why: string;
  readonly error: RpcError;
  readonly of?: readonly Era[];
}

const kept: readonly Kept[] = [
  {
    name: 'own-code',
    why: 'Clients branch on the codes of a server; one code for all failures hides which it was.',
    error: { code: 1234, message: 'Quota used up' },
  },
  {
    name: 'data',
    why: 'The data of an error says how to go on, such as when to try again.',
    error: { code: -31_000, message: 'Busy', data: { retryAfterMs: 1500, of: [null, 'a'] } },
  },
  {
    name: 'message',
    why: 'The message is what a person reads; a proxy that replaces it hides the cause.',
    error: { code: codes.invalidParams, message: 'Größe must be a number: «7»' },
  },
  {
    name: 'needs-url',
    why: 'A client opens the address in the data of this error to let the user sign in.',
    of: [legacy],
    error: {
      code: -32_042,
      message: 'Sign in first',
      data: { elicitations: [{ mode: 'url', elicitationId: 'e1', url: 'https://a.example/?s=1' }] },
    },
  },
  {
    name: 'missing-capability',
    why: 'The client learns from the data which capability to declare.',
    of: [modern],
    error: {
      code: codes.missingCapability,
      message: 'Sampling is required',
      data: { requiredCapabilities: { sampling: {} } },
    },
  },
];

export const errors: readonly Scenario[] = [
  ...kept.map(({ name, why, error, of = eras }): Scenario => ({
    name: `errors/${name}`,
    why,
    source,
    eras: of,
    run: (stage) => comesBack(stage, error),
  })),
  {
    name: 'errors/unknown-method',
    why: 'A client finds out what a server lacks by this code, and falls back.',
    source: 'specification/2026-07-28/basic#error-codes',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const answer = await client.request('com.example/nothing').answer;
      same(at(answer.fields, 'error', 'code'), codes.noMethod, 'error.code');
    },
  },
];

async function comesBack(stage: Stage, error: RpcError): Promise<void> {
  stage.server.on('tools/call', (call) => call.fail(error));
  const { fields } = await callTool(await stage.connect());
  holds(at(fields, 'result') === undefined, 'an error became a result');
  same(at(fields, 'error'), error, 'error');
}
