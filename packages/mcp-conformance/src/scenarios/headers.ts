import { holds, same, type Scenario, type Stage } from '../scenario.ts';
import { modern } from '../wire/era.ts';
import { at } from '../wire/message.ts';
import { callTool, saying } from './support.ts';

const source = 'specification/2026-07-28/basic/transports/streamable-http#server-validation';

interface Disagreement {
  readonly name: string;
  readonly why: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

const disagreements: readonly Disagreement[] = [
  {
    name: 'other-method',
    why: 'A firewall that lets `tools/list` through by its header would let a call through, too.',
    headers: { 'mcp-method': 'tools/list' },
  },
  {
    name: 'other-name',
    why: 'A policy that allows `echo` by its header would run another tool.',
    headers: { 'mcp-name': 'echo' },
  },
  {
    name: 'other-encoded-name',
    why: 'The same trick, hidden in Base64.',
    headers: { 'mcp-name': '=?base64?ZWNobw==?=' },
  },
  {
    name: 'no-method',
    why: 'A call without its header passes rules that look at headers only.',
    headers: { 'mcp-method': undefined },
  },
  {
    name: 'no-name',
    why: 'A call without the name of its tool passes rules for named tools.',
    headers: { 'mcp-name': undefined },
  },
  {
    name: 'other-version',
    why: 'A version in the header that the body denies selects the wrong rules.',
    headers: { 'mcp-protocol-version': '2025-11-25' },
  },
];

export const headers: readonly Scenario[] = disagreements.map((one) => ({
  name: `headers/${one.name}`,
  why: one.why,
  source,
  eras: [modern],
  client: 'http',
  run: (stage) => refused(stage, one),
}));

async function refused(stage: Stage, disagreement: Disagreement): Promise<void> {
  let ran = 0;
  stage.server.on('tools/call', (call) => {
    ran += 1;
    call.answer(saying(call, 'ran'));
  });
  const client = await stage.connect();
  const answer = await callTool(client, { name: 'other' }, { headers: disagreement.headers });
  same(ran, 0, 'calls that ran');
  holds(answer.status >= 400 && answer.status < 500, `status ${answer.status} instead of 400`);
  holds(at(answer.fields, 'result') === undefined, 'the call got a result');
}
