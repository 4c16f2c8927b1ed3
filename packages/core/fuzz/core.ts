import { pathToFileURL } from 'node:url';
import path from 'node:path';
import type * as content from '../src/history/content.ts';
import type * as regions from '../src/history/regions.ts';
import type * as space from '../src/label/space.ts';
import type * as chain from '../src/label/dimension/chain.ts';
import type * as powerset from '../src/label/dimension/powerset.ts';
import type * as readers from '../src/label/dimension/readers.ts';
import type * as load from '../src/policy/load.ts';
import type * as eventView from '../src/engine/event-view.ts';
import type * as monitor from '../src/monitor/monitor.ts';
import type * as session from '../src/session/session.ts';

/** The engine under test: the real one, or a mutated copy of it. */
export interface Core {
  readonly Content: typeof content.Content;
  readonly reveal: typeof content.reveal;
  readonly regionsOf: typeof regions.regionsOf;
  readonly labelSpace: typeof space.labelSpace;
  readonly chain: typeof chain.chain;
  readonly powerset: typeof powerset.powerset;
  readonly readers: typeof readers.readers;
  readonly eventFor: typeof eventView.eventFor;
  readonly Monitor: typeof monitor.Monitor;
  readonly Session: typeof session.Session;
  readonly definePolicy: typeof load.definePolicy;
}

const files = [
  'history/content',
  'history/regions',
  'label/space',
  'label/dimension/chain',
  'label/dimension/powerset',
  'label/dimension/readers',
  'engine/event-view',
  'monitor/monitor',
  'session/session',
  'policy/load',
] as const;

/** Loads the engine from a folder of sources (`ts`) or of stripped copies (`js`). */
export async function loadCore(folder: string, extension: 'ts' | 'js'): Promise<Core> {
  const modules = await Promise.all(
    files.map((file): Promise<Partial<Core>> => {
      return import(pathToFileURL(path.join(folder, `${file}.${extension}`)).href);
    }),
  );
  const core: Core = Object.assign({}, ...modules);
  return core;
}
