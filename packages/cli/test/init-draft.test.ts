import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draftOf, type Draft, type DraftOptions } from '../src/init/draft/draft.ts';
import { hintsOf, type FoundTool, type ToolHints } from '../src/init/tools/found-tool.ts';

const text = { type: 'object', properties: { q: { type: 'string' } } };
const url = { type: 'object', properties: { page_url: { type: 'string' } } };
const nothing = { type: 'object', properties: {} };

interface Said {
  readonly description?: string;
  readonly parameters?: unknown;
  readonly returns?: unknown;
  readonly hints?: ToolHints;
}

function tool(name: string, { hints = {}, parameters = text, ...said }: Said = {}): FoundTool {
  return { name, where: 'a.json', from: 'own', hints, parameters, ...said };
}

const open: DraftOptions = { acting: 'own-words', dimensions: 'integrity' };

describe('the effect', () => {
  test.each<[string, Said, 'read' | 'write']>([
    ['get_order', {}, 'read'],
    ['view_order_history', {}, 'read'],
    ['GmailReadEmail', {}, 'read'],
    ['git_get_status', {}, 'read'],
    ['mcp__send__list_mails', {}, 'read'],
    ['convertCurrency', {}, 'read'],
    ['list_and_delete', {}, 'write'],
    ['get_then_email', {}, 'write'],
    ['read_write', {}, 'write'],
    ['list_purge', {}, 'write'],
    ['check_out_book', {}, 'write'],
    ['lookUpCustomer', {}, 'read'],
    ['look_up_customer', {}, 'read'],
    ['lookUpAndRemoveCustomer', {}, 'write'],
    ['get_user_by_email', {}, 'read'],
    ['refundOrder', {}, 'write'],
    ['frobnicate', {}, 'write'],
    ['frobnicate', { description: 'Returns the widgets.' }, 'read'],
    ['frobnicate', { description: 'Return the widgets to the shop.' }, 'write'],
    ['get_mails', { description: 'Gets mails. They are marked as read afterwards.' }, 'write'],
    ['get_report', { description: 'Makes a report and charges the account.' }, 'write'],
    ['get_report', { description: 'Reads it. Also sends a copy to the owner.' }, 'write'],
    ['get_report', { description: 'Reads it. It deletes nothing and does not send it.' }, 'write'],
    ['get_report', { description: 'Reads it and does not send it.' }, 'read'],
    ['get_file', { description: 'Reads a file, deletes the original.' }, 'write'],
    ['get_file', { description: 'Reads a file before deleting the original.' }, 'write'],
    ['get_file', { description: 'Used to remove a file.' }, 'write'],
    ['get_file', { description: 'Reads a file and emails it to the owner.' }, 'write'],
    ['get_mails', { description: 'Returns names and emails.' }, 'read'],
    ['get_file', { description: 'Reads a file without changing or deleting it.' }, 'read'],
    ['get_order', { description: 'Returns the order, its type and the place.' }, 'read'],
    ['customer', { description: 'Looks up a customer.' }, 'read'],
    ['get_sent_mails', { description: 'Returns all the sent mails.' }, 'read'],
    ['list_runs', { description: 'Lists orders, posts and runs.' }, 'write'],
    ['frobnicate', { hints: { readOnlyHint: true } }, 'write'],
    ['frobnicate', { hints: { readOnlyHint: true, openWorldHint: false } }, 'write'],
    ['get_mail', { hints: { readOnlyHint: true } }, 'read'],
    ['send_mail', { hints: { readOnlyHint: true } }, 'write'],
    ['get_mail', { hints: { readOnlyHint: false } }, 'write'],
    ['get_mail', { hints: { readOnlyHint: true, destructiveHint: true } }, 'write'],
  ])('%s %j: %s', (name, said, effect) => {
    expect(draftOf(tool(name, said), open).effect).toBe(effect);
  });
});

test('a tool that only its annotation calls a read says so', () => {
  const { because } = draftOf(tool('frobnicate', { hints: { readOnlyHint: true } }), open);
  expect(because[0]).toBe('only its annotation says that it reads');
});

const leaders = ['asked', 'user', 'public', 'anyone'] as const;

/** What the second draft allows and the first does not. */
function loosened(plain: Draft, hinted: Draft): readonly string[] {
  const isHeld = ['asked', 'user'].includes(plain.call);
  const known = new Set(plain.data.map(({ name, form }) => `${name} ${form}`));
  const more = hinted.data.filter(({ name, form }) => !known.has(`${name} ${form}`));
  return [
    ...(leaders.indexOf(hinted.call) > leaders.indexOf(plain.call) ? ['call'] : []),
    ...(plain.effect === 'write' && hinted.effect === 'read' ? ['effect'] : []),
    ...(plain.result === 'strangers' && hinted.result === 'own' ? ['result'] : []),
    // Where anybody may lead to a call, no argument is held to anything.
    ...(isHeld && more.length > 0 ? ['data'] : []),
  ];
}

test('what a server says in annotations makes no draft looser', () => {
  const names = 'frobnicate get_mail send_mail get_webpage web_lookup get_sent_mails whoami';
  const hint = fc.option(fc.boolean(), { nil: undefined });
  const message = { ...url, properties: { ...url.properties, body: { type: 'string' } } };
  const cases = fc.record({
    name: fc.constantFrom(...names.split(' ')),
    description: fc.constantFrom('', 'Returns it.', 'Sends it.'),
    parameters: fc.constantFrom<unknown>(text, url, nothing, message),
    annotations: fc.record({ readOnlyHint: hint, destructiveHint: hint, openWorldHint: hint }),
    acting: fc.constantFrom('ask', 'own-words'),
    dimensions: fc.constantFrom('integrity', 'readers'),
  });
  fc.assert(
    fc.property(cases, ({ name, description, parameters, annotations, ...options }) => {
      const hints = hintsOf(annotations);
      const plain = draftOf(tool(name, { description, parameters }), options);
      const hinted = draftOf(tool(name, { description, parameters, hints }), options);
      expect(loosened(plain, hinted)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

describe('the call of a read', () => {
  test.each<[string, Said, readonly [call: string, withReaders: string]]>([
    ['search_mails', {}, ['anyone', 'public']],
    ['list_mails', { parameters: nothing }, ['anyone', 'anyone']],
    ['get_webpage', {}, ['user', 'user']],
    ['read_page', { parameters: url }, ['user', 'user']],
    ['get_weather', { hints: { openWorldHint: true } }, ['user', 'user']],
    ['web_news_list', { parameters: nothing }, ['anyone', 'anyone']],
    ['get_weather', { parameters: undefined }, ['anyone', 'public']],
  ])('%s %j', (name, said, [call, withReaders]) => {
    const found = tool(name, said);
    expect(draftOf(found, open).call).toBe(call);
    expect(draftOf(found, { ...open, dimensions: 'readers' }).call).toBe(withReaders);
  });

  test('that goes outside without text takes the arguments that it was looked at with', () => {
    const parameters = { type: 'object', properties: { n: { type: 'integer' } } };
    expect(draftOf(tool('list_web_news', { parameters }), open).schema).toEqual({
      ...parameters,
      additionalProperties: false,
    });
  });
});

describe('the result', () => {
  test.each<[string, Said, 'own' | 'strangers']>([
    ['get_mails', {}, 'strangers'],
    ['get_sent_mails', {}, 'own'],
    ['get_current_day', {}, 'own'],
    ['get_day_events', {}, 'strangers'],
    ['get_price_per_day', {}, 'strangers'],
    ['get_user_info', { parameters: nothing }, 'own'],
    ['get_user_info', {}, 'strangers'],
    ['get_user_messages', { parameters: nothing }, 'strangers'],
    ['get_rating', { returns: "<class 'float'>" }, 'own'],
    ['get_rating', { returns: { type: 'integer' } }, 'own'],
    ['get_ratings', { returns: 'dict[str, float]' }, 'strangers'],
    ['calculate', {}, 'own'],
    ['list_compute_networks', {}, 'strangers'],
    ['send_mail', {}, 'strangers'],
    ['send_mail', { returns: "<class 'NoneType'>" }, 'own'],
  ])('%s %j: %s', (name, said, result) => {
    expect(draftOf(tool(name, said), open).result).toBe(result);
  });
});

test('acting tools are asked about, unless a person says otherwise', () => {
  expect(draftOf(tool('send_mail'), { ...open, acting: 'ask' }).call).toBe('asked');
  expect(draftOf(tool('send_mail'), open).call).toBe('user');
});
