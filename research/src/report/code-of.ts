import { hashOfSources, suites, type SuiteFolder } from '../sweep/source-hash.ts';

/** Suites whose folder has another name than they. */
const folders: Readonly<Record<string, string>> = {
  screeners: 'choosing',
  propagators: 'choosing',
};

/**
 * The hash of the sources that a suite's figures are made by, by the suite's name: `labels-kv` is
 * of the folder `labels`, what has no folder of its own of all but those.
 */
export function codeOf(suite: string): string {
  return hashOfSources(folderOf(suite));
}

function folderOf(suite: string): SuiteFolder | undefined {
  const [first = suite] = suite.split('-');
  return suites.find((folder) => folder === (folders[first] ?? first));
}
