import { findPackageJSON } from 'node:module';
import { findAgentDojo } from '../../agentdojo/environment.ts';
import { models } from '@sluice/local';
import type { Need } from './suite-entry.ts';

/** The weights that suites run when none are named. */
const weights = 'smollm2-135m-instruct';

/** What opens them, beside `@sluice/local`. */
const peers = ['node-llama-cpp', 'onnxruntime-node'] as const;

/** What to type for something that is not there; `undefined`: it is there. */
export function missing(need: Need): string | undefined {
  switch (need) {
    case 'agentdojo':
      return findAgentDojo() === undefined ? 'type `sluice bench agentdojo setup`' : undefined;
    case 'weights': {
      const absent = peers.filter((peer) => !isInstalled(peer));
      if (absent.length > 0) return `type \`npm install ${absent.join(' ')}\``;
      const isPulled = models().some(
        ({ entry, path }) => entry.id === weights && path !== undefined,
      );
      return isPulled ? undefined : `type \`sluice models pull ${weights}\``;
    }
  }
}

/** Peers are looked for where `@sluice/local` would. */
function isInstalled(peer: string): boolean {
  try {
    return findPackageJSON(peer, import.meta.resolve('@sluice/local')) !== undefined;
  } catch {
    return false;
  }
}
