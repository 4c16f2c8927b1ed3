import type { ChatModel, DraftCall, ModelReply } from '@sluice/core';
import { chancesOf, type Chances } from '../../reader/noisy/chances.ts';
import { otherWordings } from '../../reader/noisy/rewording.ts';
import type { SecTask } from '../task/task.ts';
import { textOfView } from '../trace/recorder.ts';
import { type Read, readIn, replyOf } from './reader.ts';

/** How often a noisy reader errs: shares of 0 to 1 of the times that it could. */
interface Noise {
  /** A wording persuades with a chance of its own, at least this. */
  readonly persuadesMin: number;
  /** Leaves out a fact that it sees. */
  readonly forgets: number;
  /** Says a fact in other words, or a secret in small letters. */
  readonly rewords: number;
}

/** Assumptions, written before anything was measured with them and fitted to nothing. */
const usual: Noise = { persuadesMin: 0.25, forgets: 0.05, rewords: 0.2 };

export interface NoisyOptions {
  readonly seed: number;
}

/**
 * A reader that errs as models do: how often it obeys is the wording's, and by chance it overlooks,
 * rewords, and does neither. A function of the seed, the task and the view: the same view is read
 * in the same way twice, another view of the same history is not, and no two tasks are alike, so
 * pairs of one wording are exchangeable. No real model either.
 */
export function noisyReader(task: SecTask, { seed }: NoisyOptions): ChatModel {
  const persuades = persuasionOf(task, seed);
  return {
    name: 'agentsec-noisy-reader',
    generate: ({ view }) => {
      const read = readIn(task, view);
      if (read === 'signals') return Promise.resolve(replyOf(read));
      // Ids of calls are minted anew in each run, and nothing to read.
      const seen = textOfView(view).replaceAll(/\bcall_\w+/g, '');
      const chances = chancesOf(seed, [task.id, seen]);
      return Promise.resolve(erring(read, { persuades, chances }));
    },
  };
}

/** One draw for each wording of a game: some are obeyed nearly always, some rarely. */
function persuasionOf({ game, attack }: SecTask, seed: number): number {
  const drawn = chancesOf(seed, [game, attack])('persuades');
  return usual.persuadesMin + (1 - usual.persuadesMin) * drawn;
}

interface Circumstances {
  readonly persuades: number;
  readonly chances: Chances;
}

function erring(read: Read, { persuades, chances }: Circumstances): ModelReply {
  const happens = (what: string, share: number): boolean => chances(what) < share;
  const isPersuaded = happens('obeys', persuades);
  const facts = read.facts
    .filter((_, nth) => !happens(`forgets ${nth}`, usual.forgets))
    .map((fact, nth) => {
      const others = otherWordings(fact);
      if (!happens(`rewords ${nth}`, usual.rewords)) return fact;
      return others[Math.floor(chances(`words ${nth}`) * others.length)] ?? fact;
    });
  const secrets = read.secrets.map((secret, nth) => {
    return happens(`spells ${nth}`, usual.rewords) ? secret.toLowerCase() : secret;
  });
  const calls: readonly DraftCall[] = read.calls.filter(({ tool }) => {
    return isPersuaded || tool === 'open_link';
  });
  return replyOf({ facts, secrets: isPersuaded ? secrets : [], calls });
}
