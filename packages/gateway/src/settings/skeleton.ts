import { createRequire } from 'node:module';
import { SluiceError } from '@sluice/core';
import { z } from 'zod';

const requireHere = createRequire(import.meta.url);

const table = z.custom<(text: string) => string>((value) => typeof value === 'function');

let loaded: ((text: string) => string) | undefined;

/**
 * Maps a text to what it looks like, by Unicode's table of confusables (UTS #39). The table is
 * 100 kB, and few policies have a gate: so it is read when it is first asked. Throws `peer-missing`
 * where the package is gone, and a gate that cannot look lets nothing out.
 */
export function skeleton(text: string): string {
  loaded ??= tableOf();
  return loaded(text);
}

function tableOf(): (text: string) => string {
  try {
    return table.parse(requireHere('unhomoglyph'));
  } catch (cause) {
    const hint = 'npm install unhomoglyph';
    throw new SluiceError('peer-missing', 'cannot load `unhomoglyph`', { hint, cause });
  }
}
