import type { ProxyEnds } from './ends.ts';
import type { Version } from './era.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import type { Offers } from './lists.ts';
import type { StateSeal } from './state-seal.ts';

export interface ProxyOptions extends ProxyEnds {
  /** The server's name in the settings. */
  readonly name: string;
  /** Which program or address it is, as the settings say it. */
  readonly identity: string;
  readonly keeper: Gatekeeper;
  /** The oldest version that is served. */
  readonly oldest: Version;
  /** Whose requests these are. */
  readonly owner: string;
  readonly seal: StateSeal;
  /** The server's offers, if other connections of this client know them too. */
  readonly offers?: Offers | undefined;
  /** Told of what is not passed on; free of values. */
  readonly onLeftOut?: ((what: string) => void) | undefined;
}
