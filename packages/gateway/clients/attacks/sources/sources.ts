import { delegated } from './delegated.ts';
import { fileSources } from './files.ts';
import { printedSources } from './printed.ts';
import { remembered, summarised } from './later.ts';
import type { Source } from './source.ts';
import { server, tools, web } from './tools.ts';

/** All ways by which a stranger's text comes, in the order of the table. */
export const sources: readonly Source[] = [
  ...fileSources,
  web,
  ...printedSources,
  tools,
  server,
  delegated,
  remembered,
  summarised,
];
