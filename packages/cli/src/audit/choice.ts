import { noneNamed, type ChoiceOption } from '../replay/choose.ts';
import type { RunOutcome } from './count/outcome.ts';
import type { AuditOptions } from './options.ts';

/** The names that runs are chosen by. */
type Choosable = Pick<RunOutcome, 'suite' | 'model' | 'attack'>;

/** So many names of a kind are remembered, to say which there are. */
const namesMax = 100;

/** Which runs are wanted, and what names there would have been to choose by. */
export class Choice {
  readonly #wanted: Pick<AuditOptions, 'suite' | 'model' | 'attack'>;
  readonly #seen = {
    suite: new Set<string>(),
    model: new Set<string>(),
    attack: new Set<string>(),
  } as const;

  constructor(wanted: Pick<AuditOptions, 'suite' | 'model' | 'attack'>) {
    this.#wanted = wanted;
  }

  /** Benign runs stay whatever the attack: they show what the same policy would interrupt. */
  isWanted(run: Choosable): boolean {
    const { suite, attack, model } = this.#wanted;
    for (const name of kinds) {
      const names = this.#seen[name];
      const isNeeded =
        run[name] !== '' && (names.size < namesMax || run[name] === this.#wanted[name]);
      if (isNeeded) names.add(run[name]);
    }
    return (
      (suite === undefined || run.suite === suite) &&
      (model === undefined || run.model === model) &&
      (attack === undefined || run.attack === '' || run.attack === attack)
    );
  }

  /** Throws `file-unreadable` where runs were read and none has a name that was asked for. */
  end(): void {
    if (this.#seen.suite.size === 0) return;
    for (const kind of kinds) {
      const name = this.#wanted[kind];
      const seen = this.#seen[kind];
      if (name !== undefined && !seen.has(name)) throw noneNamed(options[kind], name, seen);
    }
  }
}

const kinds = ['suite', 'model', 'attack'] as const;

const options: Readonly<Record<(typeof kinds)[number], ChoiceOption>> = {
  suite: '--suite',
  model: '--model',
  attack: '--attack',
};
