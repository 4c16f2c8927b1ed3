import { truth, type Truth } from './truth.ts';

/** Says if all or none of the values are there; `undefined` is one that is missing. */
export function existenceOf(values: readonly unknown[], wanted: boolean): Truth {
  const isAny = values.some((value) => value !== undefined);
  if (values.includes(undefined) && (wanted || !isAny)) return 'unknown';
  return truth(wanted === isAny);
}
