import type { Arguments } from '../flags.ts';
import { has, type ProgramRow } from '../program.ts';
import type { Session } from '../session.ts';

/** Programs that reach others. */
export const network: Readonly<Record<string, ProgramRow>> = {
  curl: {
    flags: `-s -S -L -f -i -I -v -k -g -G -# -X: -H: -d: -F: -o> -u: -A: -e: -m: -b: -w: -x: -T< -O
      --silent --show-error --location --fail --include --head --verbose --insecure --request:
      --header: --data: --data-raw: --data-urlencode: --data-binary: --json: --form: --output>
      --user: --user-agent: --max-time: --connect-timeout: --retry: --compressed --get
      --upload-file< --write-out: --http1.1 --http2 --fail-with-body`,
    operands: curl,
    does: ['network'],
  },
  wget: {
    flags: '-q -O> -S --spider -nv --quiet --no-verbose --timeout: -T: -t: --tries: --header:',
    operands: wget,
    does: ['network'],
  },
  ssh: { flags: '-q -T -v -p: -l: -4 -6', operands: 'text', does: ['network'] },
  'ping ping6': { flags: '-c: -i: -w: -W: -t: -n -q -4 -6', operands: 'text', does: ['network'] },
  'dig host nslookup whois traceroute': {
    flags: '-t: -x: -4 -6',
    operands: 'text',
    does: ['network'],
  },
  'nc ncat netcat telnet': { flags: '-z -v -w: -u -n', operands: 'text', does: ['network'] },
  gh: { reach: 'first', operands: hub, does: ['network'] },
};

function curl(given: Arguments, session: Session): void {
  if (has(given, '-O')) session.touchAll('write', '.');
  for (const { name, value } of given.flags) {
    if (dataFlags.test(name)) sendsFile(value, session);
    if (name === '--data-urlencode' && value.includes('@')) session.add('readSecret');
    if (name === '-b' && !value.includes('=')) session.touch('read', value);
    if (/^(?:-H|--header|-w|--write-out)$/.test(name) && value.startsWith('@')) {
      session.add('readSecret');
    }
    // Some name the file by what the address holds.
    if (/^(?:-o|--output)$/.test(name) && value.includes('#')) session.add('unknown');
    if (/output\{/.test(value)) session.add('unknown');
  }
  if (given.operands.some((word) => !/^(?:https?:\/\/)?[\w.-]+(?:[:/?#]|$)/i.test(word))) {
    session.add('unknown');
  }
  if (given.operands.some((word) => /^(?!https?:)[a-z]+:/i.test(word))) session.add('unknown');
}

const dataFlags = /^(?:-d|-F|--data(?:-raw|-binary)?|--json|--form)$/;

/** A value that begins with `@`, or names a file behind `=`; there may be several. */
function sendsFile(value: string, session: Session): void {
  const { whole, part } = /^@(?<whole>.*)$|^[^=]*=[@<](?<part>[^;]*)/.exec(value)?.groups ?? {};
  const file = whole ?? part;
  if (file === undefined) return;
  if (/[",]/.test(file)) session.add('readSecret');
  session.touch('read', file);
}

function wget(given: Arguments, session: Session): void {
  if (!has(given, '-O', '--spider')) session.touchAll('write', '.');
}

const hubCommands = new Set(
  'issue pr repo release run workflow search label status api'.split(' '),
);
const hubActions = new Set(
  'list view status checks diff create comment edit close reopen merge review ready watch'.split(
    ' ',
  ),
);

/** Other commands define aliases, install extensions and write files. */
function hub({ operands }: Arguments, session: Session): void {
  const [name = '', action = ''] = operands;
  const isKnown = hubCommands.has(name) && (hubActions.has(action) || name === 'search');
  if (!isKnown && name !== 'api') session.add('unknown');
  // They send a file.
  const fileFlag = /^(?:-F|--field|--input|--body-file|--notes-file|--template|-T)|=@/;
  if (operands.some((word) => fileFlag.test(word))) session.add('readSecret');
}
