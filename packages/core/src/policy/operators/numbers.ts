import { InexactNumber } from '../../history/json/exact-number.ts';
import type { Test } from './operator.ts';
import { allAlike, truth } from './truth.ts';

export function numeric(holds: (value: number) => boolean): Test {
  return (value) => {
    // A bound that lies between the two neighbours is one that the number may keep or not.
    if (value instanceof InexactNumber)
      return allAlike(value.between.map((one) => truth(holds(one))));
    const isNumber = typeof value === 'number' && !Number.isNaN(value);
    return isNumber ? truth(holds(value)) : 'unknown';
  };
}
