import { clientInfo } from '../client/connection.ts';
import { holds, type Scenario } from '../scenario.ts';
import { eras, legacy } from '../wire/era.ts';
import { isFields, at } from '../wire/message.ts';

/** Asked before the others: a proxy that lacks an era fails none of its scenarios. */
export const speaks: Scenario = {
  name: 'speaks',
  why: 'A proxy need not speak every era.',
  source: 'specification/2026-07-28/basic/versioning',
  eras,
  run: async (stage) => {
    const client = await stage.connect({ initialize: false });
    const hello = { protocolVersion: legacy, capabilities: {}, clientInfo };
    const asked =
      stage.era === legacy
        ? client.request('initialize', hello)
        : client.request('server/discover');
    const { fields } = await stage.until('a first answer', asked.answer);
    holds(isFields(at(fields, 'result')), `no hello in ${stage.era}`);
    const version = at(fields, 'result', 'protocolVersion');
    holds(stage.era !== legacy || version === legacy, 'another version');
  },
};
