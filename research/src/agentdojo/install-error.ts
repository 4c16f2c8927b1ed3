import { SluiceError } from '@sluice/core';

/** What pip or venv write, what it means, and what helps. The first that matches counts. */
const known: readonly (readonly [pattern: RegExp, because: string, hint: string])[] = [
  [
    /No space left on device|ENOSPC|not enough space/i,
    'the disk is full',
    'free 300 MB, or name a folder on another disk with `SLUICE_CACHE`, and run it again',
  ],
  [
    /DO NOT MATCH THE HASHES|hash mismatch/i,
    'a downloaded file is not the one that was pinned',
    'run it again; if it stays so, do not trust the index or the proxy that pip uses',
  ],
  [
    /ensurepip|python3-venv|No module named '?venv/i,
    'this Python cannot make virtual environments',
    'sudo apt install python3-venv',
  ],
  [/No module named '?pip/i, 'this Python has no pip', 'sudo apt install python3-pip'],
  [
    /connection|name resolution|timed out|from versions: none|SSLError|ProxyError|unreachable/i,
    'the package index could not be reached',
    "check the network and pip's settings (`pip config list`), and run it again: what was \
downloaded is kept",
  ],
  [
    /Permission denied|EACCES|Read-only file system/i,
    'the cache folder cannot be written',
    'name a folder of yours with `SLUICE_CACHE`, and run it again',
  ],
];

const lastCharacters = 600;

/** Why the environment was not made, from what the command wrote. */
export function installError(step: string, written: string): SluiceError {
  const found = known.find(([pattern]) => pattern.test(written));
  const [, because, hint] = found ?? [
    undefined,
    `it wrote:\n${written.slice(-lastCharacters)}`,
    'run it again; if it stays so, try another Python with `--python PATH`',
  ];
  return new SluiceError('peer-missing', `cannot ${step}: ${because}`, {
    hint,
    cause: new Error(written),
  });
}
