import { readFileSync } from 'node:fs';
import {
  families,
  familyNames,
  type FirstKeys,
  type KeyFile,
  type LogLine,
  type Settings,
} from '@sluice/gateway';
import { printable } from '../show/printable.ts';
import type { Terminal } from '../terminal.ts';

interface Started {
  readonly url: string;
  readonly settings: Settings;
  readonly keys: FirstKeys;
}

/** For a program: paths, never a key. */
export function startedJson({ url, keys }: Started): string {
  const event = 'gateway-ready';
  return JSON.stringify({ event, url, client: keys.client, operator: keys.operator });
}

/**
 * For a person. The client's key is shown where they alone can see it; an operator's
 * never: a terminal keeps what it showed, and an agent may read it there.
 */
export function startedLines(
  { url, settings, keys }: Started,
  { colours, interactive }: Pick<Terminal, 'colours' | 'interactive'>,
): readonly string[] {
  const { client, operator } = keys;
  return [
    `${colours.bold('Sluice listens on')} ${url} (Ctrl-C stops it)`,
    ...servedLines(settings, url),
    ...clientLines(client, { interactive }),
    ...(operator.state === 'elsewhere'
      ? ['  operator key   kept elsewhere']
      : [`  operator key   in ${operator.file}: for you alone, where the agent cannot read it`]),
    ...[client, operator].filter(({ state }) => state === 'stale').map(staleLine),
    ...logLines(settings),
  ];
}

function servedLines({ profiles }: Settings, url: string): readonly string[] {
  const all = Object.values(profiles);
  const served = Object.values(familyNames).filter((family) =>
    all.some((profile) => profile[family] !== undefined),
  );
  return served.map((family) => {
    const { title, client } = families[family];
    return `  ${`${title} SDKs`.padEnd(14)} ${client.variable}=${url}${client.path}`;
  });
}

function clientLines(
  { file, state }: KeyFile,
  { interactive }: { readonly interactive: boolean },
): readonly string[] {
  if (state === 'elsewhere') return ['  client key     kept elsewhere'];
  const inFile = `in ${file}: the agent's key, in place of the provider's`;
  if (state === 'stale' || !interactive) return [`  client key     ${inFile}`];
  return [`  client key     ${readFileSync(file, 'utf8').trim()}`, `                 (${inFile})`];
}

function staleLine({ file }: KeyFile): string {
  return `! ${file} opens nothing any more: rm ${file}`;
}

/** Loud, for nothing is stopped. */
function logLines({ profiles }: Settings): readonly string[] {
  return Object.entries(profiles)
    .filter(([, { mode }]) => mode === 'log')
    .map(([name]) => `! profile ${name} only records: no call is stopped (mode: log)`);
}

/** One line of the log. Fields are free of labelled values; some of them a client chose. */
export function logLine(line: LogLine, { json }: { readonly json: boolean }): string {
  if (json) return JSON.stringify(line);
  const { atMs, level, event, fields } = line;
  const words = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
  const time = new Date(atMs).toISOString();
  return printable([time, level, event, ...words].join(' ')).replaceAll('\n', ' ');
}
