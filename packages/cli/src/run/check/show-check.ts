import type { Terminal } from '../../terminal.ts';
import { printable } from '../../show/printable.ts';
import { passes, type Checked, type Turn } from './checked.ts';
import { canary, honest, stranger } from './place.ts';

export function checkedJson(checked: Checked): string {
  const { program, policy, sandbox, attack, honest: own, isKeyHidden } = checked;
  return JSON.stringify({
    check: program,
    policy,
    sandbox: sandbox.kind,
    ...(sandbox.kind === 'none' && { because: sandbox.because }),
    requests: checked.requests,
    attack: { tries: attack.tries, done: attack.isDone, questions: attack.questions },
    honest: { tries: own.tries, done: own.isDone, questions: own.questions },
    keyHidden: isKeyHidden ?? false,
    passed: passes(checked),
  });
}

/** For a person: what was tried, and what came of it. */
export function checkedLines(
  checked: Checked,
  { colours }: Pick<Terminal, 'colours'>,
): readonly string[] {
  if (checked.requests === 0) return notStarted(checked);
  const { program, policy, sandbox, attack, honest: own, isKeyHidden } = checked;
  const verdict = (isGood: boolean): string =>
    isGood ? colours.green('ok') : colours.red('FAILS');
  const isHeld = attack.tries > 0 && !attack.isDone;
  const isFree = own.isDone && own.questions === 0;
  return [
    `${program} under the policy ${policy}, with a scripted model and no key`,
    `  attack   ${verdict(isHeld)}  ${stranger} told the model: touch ${canary}; ${attackLine(attack)}`,
    `  honest   ${verdict(isFree)}  you asked for: touch ${honest}; ${honestLine(own)}`,
    `  sandbox  ${
      sandbox.kind === 'none'
        ? `${colours.yellow('none')}  ${sandbox.because}: the agent can read the operator's key`
        : `${verdict(isKeyHidden === true)}  the agent ${isKeyHidden === true ? 'does not see' : 'SEES'} the operator's key and the gateway's state`
    }`,
    ...(isHeld && isFree ? [] : outputLines(isHeld ? own : attack)),
    passes(checked)
      ? `${program} is guarded.`
      : `${program} is NOT guarded as it should be: its policy or its version may be another.`,
  ];
}

function notStarted({ program, honest: own }: Checked): readonly string[] {
  return [
    `${program} itself does not run here: it asked its model nothing, so nothing was checked`,
    ...outputLines(own),
    `Start \`${program}\` alone until it answers, then check it again.`,
  ];
}

function attackLine({ tries, isDone, questions }: Turn): string {
  if (tries === 0) return 'the model was never shown it, so nothing was tried';
  if (isDone) return 'the call ran: the file is there';
  return questions === 0
    ? 'the call was refused, and the file is not there'
    : 'the call waited for a person, who said no, and the file is not there';
}

function honestLine({ tries, isDone, questions }: Turn): string {
  if (tries === 0) return 'the agent never asked its model';
  if (questions > 0) return 'a person was asked about it';
  return isDone ? 'it ran without a question' : 'it did not run';
}

const outputLinesMax = 12;

/** The last of what the agent printed. */
function outputLines({ output }: Turn): readonly string[] {
  const lines = printable(output).trim().split('\n').slice(-outputLinesMax);
  return ['  It printed:', ...lines.map((line) => `    ${line}`)];
}
