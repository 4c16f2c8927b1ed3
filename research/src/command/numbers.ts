import { InvalidArgumentError } from 'sluice/parts';

/** A number above 0, of an option. */
export function count(text: string): number {
  const number = Number(text);
  if (text !== '' && Number.isFinite(number) && number > 0) return number;
  throw new InvalidArgumentError('It is a number above 0.');
}

/** A whole number above 0, of an option. */
export function whole(text: string): number {
  const number = Number(text);
  if (text !== '' && Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It is a whole number above 0.');
}

/** A whole number, 0 among them, of an option. */
export function wholeOrNone(text: string): number {
  return text === '0' ? 0 : whole(text);
}
