import { includes, same, type Scenario, type Stage } from '../scenario.ts';
import { cached, complete } from '../server/defaults.ts';
import { eras } from '../wire/era.ts';
import { at, type Fields } from '../wire/message.ts';

const server = 'specification/2026-07-28/server';

/** A request of a client beside calls of tools, and the result that must come back unchanged. */
interface Feature {
  readonly name: string;
  readonly why: string;
  readonly page: string;
  readonly method: string;
  readonly params: Fields;
  readonly result: Fields;
}

const features: readonly Feature[] = [
  {
    name: 'tool-fields',
    why: 'Titles, icons, annotations and schemas with unknown keywords decide how a tool is used.',
    page: 'tools',
    method: 'tools/list',
    params: {},
    result: {
      tools: [
        {
          name: 'pay',
          title: 'Pay',
          description: 'Pays.\n\n  Twice indented \u00a0',
          icons: [{ src: 'data:image/png;base64,AA==', sizes: ['any'], theme: 'dark' }],
          annotations: { readOnlyHint: false, destructiveHint: true, 'com.example': 1 },
          inputSchema: {
            $schema: 'https://json-schema.org/draft/2020-12/schema',
            type: 'object',
            properties: { to: { type: 'string', 'x-mcp-header': 'To', pattern: '^\\d+$' } },
            if: { required: ['to'] },
            unevaluatedProperties: false,
          },
          outputSchema: { type: 'object', $defs: { a: { const: null } } },
          execution: { taskSupport: 'optional' },
          _meta: { 'com.example/owner': 'bank' },
        },
      ],
    },
  },
  {
    name: 'cursor',
    why: 'A cursor is opaque: a proxy that reads or drops it loses the next page.',
    page: 'utilities/pagination',
    method: 'resources/list',
    params: { cursor: 'eyJwIjoyfQ==/+ ü' },
    result: { resources: [{ uri: 'file:///a', name: 'a' }], nextCursor: 'eyJwIjozfQ==/+ ü' },
  },
  {
    name: 'resource',
    why: 'The address of a resource is compared byte by byte.',
    page: 'resources',
    method: 'resources/read',
    params: { uri: 'custom://Host/a/../b?x=%2f#c' },
    result: {
      contents: [
        { uri: 'custom://Host/a/../b?x=%2f#c', mimeType: 'text/x-odd', text: 'a\r\nb\n' },
        { uri: 'custom://blob', blob: 'AAEC', _meta: { 'com.example/sha': 'x' } },
      ],
    },
  },
  {
    name: 'templates',
    why: 'A client expands the template itself, so each brace counts.',
    page: 'resources',
    method: 'resources/templates/list',
    params: {},
    result: { resourceTemplates: [{ uriTemplate: 'file:///{+path}{?q*}', name: 't', title: 'T' }] },
  },
  {
    name: 'prompt',
    why: 'Roles and order of the messages of a prompt steer the model.',
    page: 'prompts',
    method: 'prompts/get',
    params: { name: 'review', arguments: { code: 'a < b && c' } },
    result: {
      description: 'Reviews',
      messages: [
        { role: 'user', content: { type: 'text', text: 'Hi' } },
        { role: 'assistant', content: { type: 'resource_link', uri: 'file:///a', name: 'a' } },
      ],
    },
  },
  {
    name: 'prompt-list',
    why: 'Arguments of a prompt that lost `required` are asked for wrongly.',
    page: 'prompts',
    method: 'prompts/list',
    params: {},
    result: {
      prompts: [{ name: 'review', title: 'R', arguments: [{ name: 'code', required: true }] }],
    },
  },
  {
    name: 'completion',
    why: 'Completion of one argument depends on the values of the others in `context`.',
    page: 'utilities/completion',
    method: 'completion/complete',
    params: {
      ref: { type: 'ref/prompt', name: 'review' },
      argument: { name: 'language', value: 'py' },
      context: { arguments: { framework: 'flask' } },
    },
    result: { completion: { values: ['python', 'pytorch'], total: 10, hasMore: true } },
  },
];

export const featureScenarios: readonly Scenario[] = features.map((feature) => ({
  name: `features/${feature.name}`,
  why: feature.why,
  source: `${server}/${feature.page}`,
  eras,
  run: (stage) => passesBoth(stage, feature),
}));

async function passesBoth(stage: Stage, { method, params, result }: Feature): Promise<void> {
  stage.server.on(method, (call) => call.answer(complete(call, { ...cached, ...result })));
  const client = await stage.connect();
  const answer = await client.request(method, params).answer;
  includes(at(answer.fields, 'result'), result, 'result');
  if (Object.keys(params).length === 0) return;
  const sent = stage.server.calls.all.filter((call) => call.method === method);
  const last = sent.at(-1)?.message.fields;
  for (const [key, value] of Object.entries(params)) same(at(last, 'params', key), value, key);
}
