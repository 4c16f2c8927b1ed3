import { shellWord } from '../show/shell-word.ts';
import type { Project } from './look.ts';
import { shortLine } from '../show/printable.ts';
import type { AskedServer } from './servers/ask-servers.ts';

/** The servers that were asked, how each ended, and those that were not asked. */
export function askedLines({ asked, packed, unknown }: Project): readonly string[] {
  const wereAsked = new Set(asked.map(({ server }) => server));
  const others = [...packed.map(({ server }) => server), ...unknown].filter(
    (server) => !wereAsked.has(server),
  );
  const names = others.map(({ name }) => shortLine(name)).join(',');
  return [
    ...asked.flatMap(askedLine),
    ...againLines(asked),
    ...(others.length === 0
      ? []
      : [
          `! not asked what they offer: ${names}; to start and ask them: --servers ${shellWord(names)}`,
        ]),
  ];
}

/** Without the tools themselves: `tools` above has those that the policy is drafted for. */
export function askedJson(asked: AskedServer): object {
  const { server, ...rest } = asked;
  if (rest.kind === 'failed') return { name: server.name, ...rest };
  const { list: _, ...facts } = rest;
  return { name: server.name, ...facts };
}

/** The servers that failed, with what else lists their tools. */
function againLines(asked: readonly AskedServer[]): readonly string[] {
  const failed = asked.filter(({ kind }) => kind === 'failed').map(({ server }) => server.name);
  if (failed.length === 0) return [];
  return [
    '  then ask again:',
    `  mv sluice.yaml sluice.yaml.old && sluice init --servers ${shellWord(shortLine(failed.join(',')))}`,
    '  or write their tools into a file (sluice init --help says how): sluice init --tools tools.json',
  ];
}

function askedLine(asked: AskedServer): readonly string[] {
  const name = shortLine(asked.server.name);
  if (asked.kind === 'failed') {
    return [
      `! ${name} gave no list of tools: ${shortLine(asked.because)}`,
      ...asked.printed.map((line) => `    it printed: ${shortLine(line)}`),
      `    ${shortLine(asked.next)}`,
    ];
  }
  const { says, tools, unnamed, pack } = asked;
  const hidden = unnamed === 0 ? '' : `, ${unnamed} with names that no model can call`;
  const itself = says === '' ? '' : ` (${shortLine(says)})`;
  return [`${name}${itself} offers ${tools} tools${hidden}${packLine(pack)}`];
}

function packLine(pack: Extract<AskedServer, { kind: 'offered' }>['pack']): string {
  if (pack === undefined) return ': drafted below';
  if (pack.is === 'same') return `: the very list of the pack ${pack.name}`;
  const more = pack.more.length === 0 ? [] : [`not in the pack, drafted: ${namesOf(pack.more)}`];
  const fewer = pack.fewer.length === 0 ? [] : [`only in the pack: ${namesOf(pack.fewer)}`];
  const words = [...more, ...fewer];
  if (pack.is === 'unknown' && words.length === 0) return `: those of the pack ${pack.name}`;
  const names = words.length === 0 ? ['the same names, other descriptions or schemas'] : words;
  return `; not the list of the pack ${pack.name}: ${names.join('; ')}`;
}

function namesOf(names: readonly string[]): string {
  return names.map((name) => shortLine(name)).join(', ');
}
