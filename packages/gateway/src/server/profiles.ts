import type { LabelSpace, PropagatorRegistry } from '@sluice/core';
import { RequestError } from '../protocol/errors.ts';
import { loadProfile } from '../settings/load-profile.ts';
import type { Profile } from '../settings/profile.ts';
import type { Settings } from '../settings/settings.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** A time in which a profile only records, because an admin said so. */
interface BreakGlass {
  readonly untilMs: number;
}

/** The profiles in force. A reload that fails changes nothing. */
export class Profiles {
  readonly #load: () => Promise<ReadonlyMap<string, Profile>>;
  readonly #nowMs: () => number;
  readonly #broken: Map<string, BreakGlass> = new Map();
  #inForce: ReadonlyMap<string, Profile>;
  #reloading: Promise<unknown> = Promise.resolve();

  private constructor(
    inForce: ReadonlyMap<string, Profile>,
    more: { load: () => Promise<ReadonlyMap<string, Profile>>; nowMs: () => number },
  ) {
    this.#inForce = inForce;
    this.#load = more.load;
    this.#nowMs = more.nowMs;
  }

  static async load(
    settings: Settings,
    more: {
      readonly folder: string;
      readonly upstreams: ReadonlyMap<string, Upstream>;
      readonly nowMs: () => number;
      readonly propagators?: PropagatorRegistry | undefined;
    },
  ): Promise<Profiles> {
    const load = async (): Promise<ReadonlyMap<string, Profile>> => {
      const loaded = Object.entries(settings.profiles).map(
        async ([name, each]) =>
          [name, await loadProfile(name, { settings: each, ...more })] as const,
      );
      return new Map(await Promise.all(loaded));
    };
    return new Profiles(await load(), { load, nowMs: more.nowMs });
  }

  /** Throws `RequestError` where a key names a profile that is gone. */
  named(name: string): Profile {
    const profile = this.#inForce.get(name);
    if (profile !== undefined) return profile;
    throw new RequestError('unknown_profile', 'the profile of this key is not in the settings', {
      hint: 'name it under `profiles:` in `gateway.yaml`, or make a key for another profile',
      status: 403,
    });
  }

  /** True if a profile decides now as it did when it was taken. */
  isInForce({ name, policy }: Profile): boolean {
    return this.#inForce.get(name)?.policy.hash === policy.hash;
  }

  /** Until when a profile only records; `undefined` where it enforces. */
  brokenUntilMs(name: string): number | undefined {
    const untilMs = this.#broken.get(name)?.untilMs;
    return untilMs !== undefined && untilMs > this.#nowMs() ? untilMs : undefined;
  }

  breakGlass(name: string, untilMs: number): void {
    this.named(name);
    this.#broken.set(name, { untilMs });
  }

  /** One after the other: the one that was asked for last reads last, and is in force. */
  async reload(): Promise<void> {
    const mine = this.#reloadAfter(this.#reloading);
    this.#reloading = mine.catch(() => {});
    await mine;
  }

  async #reloadAfter(before: Promise<unknown>): Promise<void> {
    await before;
    this.#inForce = await this.#load();
  }

  get all(): readonly Profile[] {
    return [...this.#inForce.values()];
  }

  get names(): readonly string[] {
    return [...this.#inForce.keys()];
  }

  get spaces(): readonly LabelSpace[] {
    return this.all.map(({ policy }) => policy.space);
  }
}
