import { describe, expect, test } from 'vitest';
import { bodyWith as body } from '../../../../test/upstream/messages-bodies.ts';
import { refusalOf as refusal } from '../../../../test/messages-refusals.ts';
import { proves } from '../../../testing/proves.ts';
import { readRequest } from './read.ts';

describe('tools', () => {
  const send = { name: 'send', description: 'Sends.', input_schema: { type: 'object' } };

  test('those that the client executes are read', () => {
    const { tools, custom } = readRequest(
      body({ tools: [{ ...send, type: 'custom', strict: true }, bash] }),
    );
    expect(tools).toEqual([
      { name: 'send', description: 'Sends.', parameters: { type: 'object' } },
      {
        name: 'bash',
        description: '',
        parameters: { type: 'object', 'x-declared-as': { type: 'bash_20250124' } },
      },
    ]);
    expect(custom.size).toBe(0);
  });
  const web = { type: 'web_search_20250305', name: 'web_search' };
  const bash = { type: 'bash_20250124', name: 'bash' };

  proves('messages/no-hosted-tools', () => {
    const types = [
      'web_search_20260318',
      'web_fetch_20250910',
      'code_execution_20250825',
      'tool_search_tool_bm25_20251119',
      'mcp_toolset',
      'browser_toolset_20260801',
      'computer_toolset_20260801',
      'advisor_20260301',
      'bash_of_a_later_version',
      '__proto__',
    ];
    for (const type of types) {
      const unnamed = { type, name: 'x', url: 'https://a.example' };
      const { tools, hosted, report } = readRequest(body({ tools: [send, unnamed] }));
      expect(tools.map(({ name }) => name)).toEqual(['send']);
      expect(hosted).toBeUndefined();
      expect(report).toEqual({ dropped: [`tools[]:${type}`], unread: [] });
    }
    for (const field of ['mcp_servers', 'mcpServers', 'container', 'thread'] as const) {
      expect(refusal(body({ [field]: [{ type: 'url' }] })).status).toBe(400);
    }
  });

  test('a search by the provider is apart from the tools of the client', () => {
    const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 2 };
    const { tools, hosted } = readRequest(body({ tools: [send, search] }));
    expect(tools.map(({ name }) => name)).toEqual(['send']);
    expect(hosted).toEqual(new Map([['web_search', search]]));
  });

  test.each([
    ['two searches', [web, web], 'tools[1].name'],
    ['another name for the search', [{ ...web, name: 'find' }], 'tools[0].name'],
    ['a name of two tools', [send, send], 'tools[1].name'],
    ['a name that the provider would refuse', [{ ...send, name: 'a b' }], 'tools[0].name'],
    ['no schema', [{ name: 'a' }], 'tools[0].input_schema'],
    ['another name for bash', [{ ...bash, name: 'shell' }], 'tools[0].name'],
    ['no object', ['send'], 'tools[0]'],
  ])('%s is refused', (_, tools, path) => {
    expect(refusal(body({ tools })).message).toContain(`\`${path}\``);
  });

  test.each([
    ['a search by code', { ...web, allowed_callers: ['x'] }, 'allowed_callers'],
    ['a tool that comes later', { ...send, defer_loading: true }, 'defer_loading'],
    ['another caller', { ...send, allowed_callers: ['x'] }, 'allowed_callers'],
    ['examples', { ...send, input_examples: [{ to: 'x' }] }, 'input_examples'],
  ])('%s is declared without it, and reported', (_, declared, field) => {
    const { tools, hosted, params, report } = readRequest(body({ tools: [declared] }));
    expect(report).toEqual({ dropped: [`tools[].${field}`], unread: [] });
    expect([tools.length, hosted?.size ?? 0]).toEqual(declared.name === 'send' ? [1, 0] : [0, 1]);
    expect(JSON.stringify([tools, [...(hosted?.values() ?? [])], params])).not.toContain(field);
  });
});
