import type { ClientRows, Reduction, Refusal } from './rows.ts';

const intro = `# Clients that work with the gateway

This page is written by the tests (\`npm run docs\`): a row is a real client that spoke to the gateway
over HTTP, in front of a scripted provider that refuses what the real one refuses. Each test checks
what the client got and what the provider saw, once with a whole response and once with a stream.

What a row means:

- **plain**: two turns of text; tokens are counted.
- **tools**, **parallel tools**: calls, their results, an answer; the provider sees its own ids.
- **images**: a picture in the user's message.
- **reasoning**: the model thinks before a call; the provider gets its thoughts back unchanged.
- **structured output**: an answer that follows a JSON Schema.
- **after a refused call**: the client never sees the call, the model knows that it was not made,
  and the conversation goes on.
- **question answered yes / no**: a person is asked while the client waits.
- **question answered too late**: the turn ends with a notice; after the yes, the client's next
  message gets the stored call, and the model is not asked for it again.
- **history compacted by the client**: old turns are replaced by a summary, the last ones stay; what
  follows from the summary is asked about as if a stranger had written it.

A client that sends its summary and nothing else begins a new conversation: it is trusted as far as
the key's profile says under \`turns\`.`;

/** What the page has besides clients. */
export interface Others {
  readonly refusals: readonly Refusal[];
  readonly reductions: readonly Reduction[];
}

/** The page of the compatibility table. */
export function compatibilityPage(
  clients: readonly ClientRows[],
  { refusals, reductions }: Others,
): string {
  const protocols = [...new Set(clients.map(({ protocol }) => protocol))];
  return [
    intro,
    `${countOf(clients)} rows, of which ${failingIn(clients)} fail.`,
    ...protocols.map((protocol) =>
      section(
        protocol,
        clients.filter((each) => each.protocol === protocol),
      ),
    ),
    '## What is refused',
    `A request that would bring in state or have the provider act where the gateway cannot see it gets
status 400 and a hint; so does one for a route that is not here, or a 404. The provider hears of neither.
Another spelling of such a name (\`mcpServers\`) changes nothing.`,
    ...byProtocol(refusals, ['asked for', 'answer'], ({ asked, message }) => [asked, message]),
    '## What is left out, and what is kept unread',
    `Anything else that the gateway does not know stops nobody. An unknown field, tool, beta or block of
the assistant is taken out of the request: the provider never gets it. An unknown block or item is kept
as it came, under the highest label that there is: what depends on it is asked about or denied. The
headers \`x-sluice-dropped\` and \`x-sluice-unread\` of the answer name both, and so does the record.`,
    ...byProtocol(reductions, ['asked for', 'left out', 'kept unread'], (each) => [
      each.asked,
      codeOf(each.leftOut),
      codeOf(each.unread),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

/** A row is one feature of one client, whole or streamed. */
function outcomes(clients: readonly ClientRows[]): readonly string[] {
  return clients
    .flatMap(({ rows }) => Object.values(rows))
    .flatMap(({ whole, stream }) => [whole, stream])
    .filter((outcome) => outcome !== 'not offered');
}

function countOf(clients: readonly ClientRows[]): number {
  return outcomes(clients).length;
}

function failingIn(clients: readonly ClientRows[]): number {
  return outcomes(clients).filter((outcome) => outcome === 'fails').length;
}

function section(protocol: string, clients: readonly ClientRows[]): string {
  const features = Object.keys(clients[0]?.rows ?? {});
  const titles = clients.map(({ client, way }) =>
    way === undefined ? client : `${client}, ${way}`,
  );
  const remarks = clients.flatMap(({ remark }, index) =>
    remark === '' ? [] : [`- ${titles[index] ?? ''}: ${remark}.`],
  );
  return [
    `## ${protocol}`,
    table([
      ['', ...titles.map((title) => `\`${title}\``)],
      ['version', ...clients.map(({ version }) => version)],
      ...features.map((feature) => [feature, ...clients.map((each) => cell(each, feature))]),
    ]),
    ...(remarks.length === 0 ? [] : [remarks.join('\n')]),
  ].join('\n\n');
}

function cell({ rows }: ClientRows, feature: string): string {
  const { whole, stream } = rows[feature] ?? { whole: 'fails', stream: 'fails' };
  return whole === stream ? whole : `${whole} (whole), ${stream} (stream)`;
}

/** A table for each protocol. */
function byProtocol<Asked extends { readonly protocol: string }>(
  all: readonly Asked[],
  head: readonly string[],
  row: (each: Asked) => readonly string[],
): readonly string[] {
  return [...new Set(all.map(({ protocol }) => protocol))].map((protocol) => {
    const rows = all.filter((each) => each.protocol === protocol).map(row);
    return `### ${protocol}\n\n${table([head, ...rows])}`;
  });
}

function codeOf(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

/** Padded as the formatter pads it. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, at) => Math.max(3, ...rows.map((row) => row[at]?.length ?? 0)));
  const lineOf = (row: readonly string[]): string =>
    `| ${widths.map((width, at) => (row[at] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lineOf(head), rule, ...body.map(lineOf)].join('\n');
}
