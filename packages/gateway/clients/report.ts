import { agents } from './agents/agents.ts';
import type { Row } from './row.ts';

interface Figures {
  readonly 'clients.count': number;
  readonly 'clients.rows': number;
  readonly 'clients.failing': number;
  readonly 'clients.unsupported': number;
}

export function figuresOf(rows: readonly Row[]): Figures {
  const tried = agents.filter(({ name }) => rows.some(({ agent }) => agent === name));
  return {
    // One agent may be tried in two ways.
    'clients.count': new Set(tried.map((agent) => agent.package)).size,
    'clients.rows': rows.length,
    'clients.failing': count(rows, 'fails'),
    'clients.unsupported': count(rows, 'unsupported'),
  };
}

/** For a person: a row a line, and how many there are. */
export function linesOf(rows: readonly Row[]): readonly string[] {
  const lines = rows.map(({ agent, version, story, result, seconds }) => {
    const columns = [`${agent} ${version}`.padEnd(24), story.padEnd(24), result.padEnd(12)];
    return `${columns.join(' ')} ${seconds.toFixed(1).padStart(6)} s`;
  });
  const [fail, cannot] = [count(rows, 'fails'), count(rows, 'unsupported')];
  return [...lines, `${rows.length} rows, ${fail} failing, ${cannot} unsupported`];
}

function count(rows: readonly Row[], wanted: Row['result']): number {
  return rows.filter(({ result }) => result === wanted).length;
}
