import type { Row } from './row.ts';

/** A cell of the table. */
export interface PageRow extends Pick<Row, 'agent' | 'version' | 'story' | 'because'> {
  readonly result: string;
}

const begin = '<!-- agents -->';
const end = '<!-- /agents -->';

/** The page with the table of these rows in its place. Throws where it has none. */
export function pageWith(page: string, rows: readonly PageRow[]): string {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`no ${begin} in the page`);
  return `${before}${begin}\n\n${tableOf(rows)}\n\n${end}${after}`;
}

function tableOf(rows: readonly PageRow[]): string {
  const agents = [...new Set(rows.map(({ agent }) => agent))];
  const stories = [...new Set(rows.map(({ story }) => story))];
  const rowOf = (agent: string, story: string): PageRow | undefined =>
    rows.find((row) => row.agent === agent && row.story === story);
  const lines = [
    ['', ...agents.map((agent) => `\`${agent}\``)],
    ['---', ...agents.map(() => '---')],
    ['version', ...agents.map((agent) => rows.find((row) => row.agent === agent)?.version ?? '')],
    ...stories.map((story) => [story, ...agents.map((agent) => rowOf(agent, story)?.result ?? '')]),
  ];
  const remarks = rows.flatMap(({ agent, story, result, because }) =>
    result === 'unsupported' ? [`- ${agent}, ${story}: ${because ?? ''}.`] : [],
  );
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return remarks.length === 0 ? table : `${table}\n\n${remarks.join('\n')}`;
}
