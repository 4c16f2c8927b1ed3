import type { SluiceError } from '@sluice/core';

/** A mistake, and below it what to type; once where the mistake says it too. */
export function mistakeText({ problem, hint }: SluiceError): string {
  return problem.includes(hint) ? `sluice: ${problem}` : `sluice: ${problem}\n  ${hint}`;
}

/** A mistake that the parser of command lines found, in the form of ours. */
export function usageText(text: string): string {
  return text
    .replace(/^error: /, 'sluice: ')
    .replace(/\n\(Did you mean (.+)\?\)/, '\n  did you mean $1?')
    .replace(/ is invalid( for argument '[^']+')?\. /, ' is invalid$1\n  ');
}

/** Where the options of a command are listed. */
export function helpHint(command: string): string {
  return `  for help type: ${['sluice', command, '--help'].filter((word) => word !== '').join(' ')}`;
}
