import { printable } from '../plain.ts';
import { callOf, facts, isPack, momentOf, parts, questionOf, toggle } from './detail.ts';
import { button, element, isIndex, nameAt, readIndex, unpack } from './elements.ts';
import {
  filter,
  filters,
  headRow,
  nextSection,
  onKey,
  openNamed,
  start,
  switchScheme,
} from './start.ts';
import { caseCell, cellOf, draw, fits, heads, rowOf, sorted, viewOf } from './table.ts';

const elements = [printable, element, button, readIndex, isIndex, nameAt, unpack];
const table = [heads, viewOf, draw, fits, sorted, rowOf, caseCell, cellOf];
const detail = [toggle, isPack, facts, parts, momentOf, questionOf, callOf];
const page = [start, headRow, filters, filter, onKey, openNamed, nextSection, switchScheme];

/** All that the page needs, and nothing else. */
export const pageScript: string = [...elements, ...table, ...detail, ...page]
  .map(String)
  .concat('start();')
  .join('\n');
