import { splitNames } from '@sluice/core';
import { InvalidArgumentError } from 'commander';

/** Names with commas between them, of an option; a name keeps the commas in its parentheses. */
export function listed(text: string): readonly string[] {
  const names = splitNames(text, ',');
  if (names.every((name) => name !== '')) return names;
  throw new InvalidArgumentError('They are names with commas between them.');
}
