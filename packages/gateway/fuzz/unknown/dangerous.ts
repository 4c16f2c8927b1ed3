import type { Rng } from '../../../core/fuzz/rng.ts';
import * as chat from '../../src/protocol/chat/tables.ts';
import * as gemini from '../../src/protocol/gemini/tables.ts';
import * as messages from '../../src/protocol/messages/tables.ts';
import { refusedBlocks } from '../../src/protocol/messages/request/read-blocks.ts';
import { fileTable, imageTable } from '../../src/protocol/responses/request/content.ts';
import * as responses from '../../src/protocol/responses/request/tables.ts';
import type { FieldTable } from '../../src/protocol/shared/fields.ts';
import { isBody, type Body } from '../../test/upstream/dialect.ts';
import type { Draft, ProtocolName } from './bodies.ts';

/** A name that the tables refuse, and how it comes into a request. */
export interface Danger {
  readonly protocol: ProtocolName;
  readonly where: string;
  readonly name: string;
  readonly put: (dangerous: Dangerous) => void;
}

interface Dangerous {
  readonly rng: Rng;
  readonly draft: Draft;
  readonly name: string;
  readonly value: unknown;
}

interface Named {
  /** Of a table that stands under a type: that type. */
  readonly type: string;
}

type Putter = (dangerous: Dangerous & Named) => void;

/** The places of a table: the key is the name under which its file exports it. */
interface Places {
  readonly protocol: ProtocolName;
  readonly tables: Readonly<Record<string, unknown>>;
  readonly places: Readonly<Record<string, Putter>>;
}

const data = 'iVBORw0KGgo=';
const url = `data:text/plain;base64,${data}`;

/**
 * What stands in a block, an item or a part that is kept unread is no matter: the highest label
 * covers it. In all other places what is on the tables is refused.
 */
const all: readonly Places[] = [
  {
    protocol: 'chat',
    tables: chat,
    places: {
      bodyTable: inBody,
      assistantTable: ({ draft, name, value }) =>
        add(draft, 'messages', { role: 'assistant', content: 'Yes.', [name]: value }),
      fileTable: ({ draft, name, value }) => {
        const file = { type: 'file', file: { file_data: url, [name]: value } };
        add(draft, 'messages', { role: 'user', content: [file] });
      },
    },
  },
  {
    protocol: 'messages',
    tables: { ...messages, refusedBlocks },
    places: {
      bodyFields: (dangerous) => {
        if (dangerous.rng.chance(20)) dangerous.draft.path = '/v1/messages/count_tokens';
        inBody(dangerous);
      },
      sourceFields: ({ draft, name, value, type }) =>
        addSource(draft, { ...sources[type], type, [name]: value }),
      otherSourceFields: ({ draft, name, value }) => {
        addSource(draft, { type: 'file', [name]: value });
      },
      refusedBlocks: ({ rng, draft, name, value }) => {
        const block = { type: name, file_id: value };
        const text = { type: 'text', text: 'Look.' };
        const where = rng.below(2);
        if (where === 0) add(draft, 'messages', { role: 'user', content: [text, block] });
        else draft.body['system'] = [text, block];
      },
    },
  },
  {
    protocol: 'responses',
    tables: { ...responses, fileTable, imageTable },
    places: {
      requestFields: inBody,
      refusedItems: ({ draft, name, value }) => add(draft, 'input', { type: name, id: value }),
      imageTable: ({ draft, name, value }) =>
        add(draft, 'input', {
          role: 'user',
          content: [{ type: 'input_image', image_url: url, [name]: value }],
        }),
      fileTable: ({ draft, name, value }) =>
        add(draft, 'input', {
          role: 'user',
          content: [{ type: 'input_file', file_data: url, [name]: value }],
        }),
    },
  },
  {
    protocol: 'gemini',
    tables: gemini,
    places: {
      bodyFields: (dangerous) => {
        const { rng, draft, name, value } = dangerous;
        inBody(dangerous);
        if (!rng.chance(20)) return;
        draft.path = draft.path.replace(/:.*$/, ':countTokens');
        const asked = { contents: [{ parts: [{ text: 'Hi' }] }], [name]: value };
        for (const field of Object.keys(draft.body)) delete draft.body[field];
        draft.body['generateContentRequest'] = asked;
      },
      generationFields: ({ draft, name, value }) => {
        const config = draft.body['generationConfig'];
        draft.body['generationConfig'] = { ...(isBody(config) && config), [name]: value };
      },
      toolFields: ({ draft, name, value }) => add(draft, 'tools', { [name]: value }),
      resultFields: ({ draft, name, value }) => {
        const call = { functionCall: { name: 'look_up', args: {} } };
        const result = { name: 'look_up', response: { output: 'a' }, [name]: value };
        add(draft, 'contents', { role: 'model', parts: [call] });
        add(draft, 'contents', { role: 'user', parts: [{ functionResponse: result }] });
      },
      refusedParts: ({ draft, name, value }) =>
        add(draft, 'contents', { role: 'user', parts: [{ [name]: value }] }),
    },
  },
];

/** Sources of a document as the tables read them. */
const sources: Readonly<Record<string, Body>> = {
  base64: { media_type: 'application/pdf', data },
  text: { media_type: 'text/plain', data: 'A page.' },
  url: { url: 'https://example.com/a.pdf' },
  content: { content: 'A page.' },
};

function addSource(draft: Draft, source: Body): void {
  add(draft, 'messages', { role: 'user', content: [{ type: 'document', source }] });
}

function inBody({ draft, name, value }: Dangerous): void {
  draft.body[name] = value;
}

/** Behind all others, where no call is open. */
function add({ body }: Draft, field: string, item: unknown): void {
  const list = body[field];
  body[field] = [...(Array.isArray(list) ? list : []), item];
}

/** How many names the tables refuse: one that is taken off a table must be taken off here. */
const dangersCount = 43;

/** Every name that the tables refuse. Throws for a table whose place nobody has named here. */
export function dangers(): readonly Danger[] {
  const found = all.flatMap(({ protocol, tables, places }) =>
    Object.entries(tables).flatMap(([where, table]) =>
      namesIn(where, table).map(({ name, type }): Danger => {
        const put = places[where];
        if (put === undefined) throw new Error(`\`${where}\` of ${protocol} has no place here`);
        return { protocol, where, name, put: (dangerous) => put({ ...dangerous, type }) };
      }),
    ),
  );
  if (found.length !== dangersCount) {
    throw new Error(`the tables refuse ${found.length} names, and not ${dangersCount} as before`);
  }
  return found;
}

interface DangerousName extends Named {
  readonly name: string;
}

/** A map of refused types says so in its name; any other holds a table for each type. */
function namesIn(where: string, table: unknown): readonly DangerousName[] {
  if (!(table instanceof Map)) return refusedIn(table, '');
  if (!where.startsWith('refused')) {
    return [...table].flatMap(([type, inner]) => refusedIn(inner, String(type)));
  }
  return [...table.keys()].map((name) => ({ name: String(name), type: '' }));
}

function refusedIn(table: unknown, type: string): readonly DangerousName[] {
  if (!isTable(table)) return [];
  const rules = Object.entries(table);
  return rules.flatMap(([name, { kind }]) => (kind === 'refused' ? [{ name, type }] : []));
}

function isTable(value: unknown): value is FieldTable {
  return isBody(value) && Object.values(value).every((rule) => isBody(rule) && 'kind' in rule);
}
