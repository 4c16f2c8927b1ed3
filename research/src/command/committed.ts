import path from 'node:path';

/** Where the results stand that the pages of the docs quote: they are committed. */
export const committedFolder: string = path.join(import.meta.dirname, '../../results');
