import { same, type Scenario } from '../scenario.ts';
import { legacy, modern } from '../wire/era.ts';
import { at, listAt } from '../wire/message.ts';
import { callTool, textOf } from './support.ts';

const source = 'specification/2026-07-28/basic/versioning#compatibility-matrix';

/** A proxy may speak one era to its client and the other to its server: the matrix allows it. */
export const bridge: readonly Scenario[] = [
  {
    name: 'bridge/old-client',
    leaves: true,
    why: 'Clients are updated after servers: without a bridge they stop working.',
    source,
    eras: [legacy],
    optional: true,
    run: async (stage) => {
      stage.server.era = modern;
      const client = await stage.connect();
      const { fields } = await client.request('tools/list').answer;
      const names = listAt(fields, 'result', 'tools').map((tool) => at(tool, 'name'));
      same(names, ['echo', 'other', 'slow'], 'tools');
      same(textOf(await callTool(client)), 'echo', 'text');
    },
  },
  {
    name: 'bridge/new-client',
    leaves: true,
    why: 'Most servers are old: a new client reaches them only through a bridge.',
    source,
    eras: [modern],
    optional: true,
    run: async (stage) => {
      stage.server.era = legacy;
      const client = await stage.connect();
      const { fields } = await client.request('tools/list').answer;
      const names = listAt(fields, 'result', 'tools').map((tool) => at(tool, 'name'));
      same(names, ['echo', 'other', 'slow'], 'tools');
      const answer = await callTool(client);
      same(textOf(answer), 'echo', 'text');
      same(at(answer.fields, 'result', 'resultType'), 'complete', 'resultType');
    },
  },
];
