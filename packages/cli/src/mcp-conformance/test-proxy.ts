import { SluiceError } from '@sluice/core';
import {
  commandTarget,
  conformance,
  figuresOf,
  type Scenario,
  scenariosNamed,
  type ServerPlace,
  type Target,
  urlTarget,
  type Verdict,
  verdicts,
} from '@sluice/mcp-conformance';
import type { ExitCode } from '../command-context.ts';
import { table, type Terminal } from '../terminal.ts';
import type { ConformanceCommandOptions } from './command.ts';

/** Plays the scenarios and shows what fails. */
export async function testProxy(
  words: readonly string[],
  options: ConformanceCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { only, era, port, timeout, json = false } = options;
  const [first, second] = options.token;
  const rows = await conformance({
    target: targetOf(words, options),
    only,
    eras: era === undefined ? undefined : [era],
    tokens: { first, second, otherAudience: options.otherAudience },
    serverPort: port ?? (isAddress(words) ? knownPort : 0),
    patienceMsMax: timeout * 1000,
    onServer: (place) => announced(place, { isUrl: isAddress(words), json, terminal }),
    onPlayed: ({ scenario, era: played, outcome }) => {
      if (!json && outcome.kind === 'fails')
        terminal.print(`${scenario.name} (${played}): ${outcome.because}`);
    },
  });
  const found = verdicts(rows);
  const figures = figuresOf(found);
  if (!json) show(found, terminal);
  const failing = found.filter(({ kind }) => kind === 'fails').map(({ name }) => name);
  terminal.print(JSON.stringify(json ? { figures, failing } : { figures }));
  return figures['mcp.proxy.failing'] === 0 && (figures['mcp.proxy.holding'] ?? 0) > 0 ? 0 : 1;
}

/** Where a proxy that runs already finds the scripted server. */
const knownPort = 8931;

function isAddress(words: readonly string[]): boolean {
  return words.length === 1 && /^https?:\/\//.test(words[0] ?? '');
}

function targetOf(words: readonly string[], options: ConformanceCommandOptions): Target {
  const [first] = words;
  if (first === undefined)
    throw new SluiceError('settings-invalid', 'no proxy was named', {
      hint: 'type its address or its command: sluice mcp-conformance http://127.0.0.1:9000/mcp',
    });
  if (isAddress(words)) return urlTarget(first);
  return commandTarget(words, { server: options.server, at: options.at });
}

interface Announcing {
  readonly isUrl: boolean;
  readonly json: boolean;
  readonly terminal: Terminal;
}

/** A proxy that runs already must be pointed at the scripted server by its owner. */
function announced({ url }: ServerPlace, { isUrl, json, terminal }: Announcing): Promise<void> {
  if (!json && isUrl) terminal.print(`The proxy's server must be ${url}\n`);
  return Promise.resolve();
}

function show(found: readonly Verdict[], { print }: Terminal): void {
  const topics = [...new Set(found.map(topicOf))];
  const lines = topics.map((topic) => {
    const own = found.filter((one) => topicOf(one) === topic);
    const of = (kind: Verdict['kind']): readonly Verdict[] =>
      own.filter((one) => one.kind === kind);
    return [topic, of('holds').length, of('fails').map(shown).join('\n'), of('not-run').length];
  });
  print(table(['topic', 'holds', 'fails', 'not run'], lines, { ruled: false }));
  const reasons = found.filter(({ kind }) => kind === 'not-run').map(({ because }) => because);
  for (const reason of new Set(reasons)) print(`not run: ${reason}`);
}

function topicOf({ name }: { readonly name: string }): string {
  return name.split('/', 1).join('');
}

function shown({ name, isOptional }: Verdict): string {
  return `${name.slice(name.indexOf('/') + 1)}${isOptional ? ' (optional)' : ''}`;
}

export function listScenarios(only: readonly string[] | undefined, { print }: Terminal): void {
  for (const { name, eras, optional, why, source } of scenariosNamed(only)) {
    print(`${name} (${eras.join(', ')}${optional === true ? ', optional' : ''})`);
    print(`  ${why}`);
    print(`  ${addressOf(source)}`);
  }
}

function addressOf(source: Scenario['source']): string {
  return source.startsWith('http') ? source : `https://modelcontextprotocol.io/${source}`;
}
