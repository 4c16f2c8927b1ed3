import { holdsPlaceholder } from '../../src/spec/placeholder.ts';
import { regions } from '../../src/spec/spec.ts';
import type { Drafter } from '../../src/spec/draft-by-other.ts';
import type { Reply, SpecWorld, View } from '../../src/spec/world.ts';
import type { Mask } from '../lattices.ts';
import type { SpecRun, Watch } from '../run-spec.ts';
import type { Scenario } from '../scenario.ts';
import * as token from './tokens.ts';

/**
 * A run of the specification, as the extracted model is told it: the world with a table of all that
 * it answered, what was done in it, and what came of it.
 */
export class Recorder implements Watch {
  readonly #answers = new Map<string, string[]>();
  readonly #done: string[] = [];
  readonly #seen = { views: Array<string>(), questions: Array<string>(), calls: Array<string>() };
  readonly #lowered: boolean[] = [];
  readonly #shortcuts: Scenario['shortcuts'];
  #world = '';

  constructor({ shortcuts }: Scenario) {
    this.#shortcuts = shortcuts;
  }

  said(role: 'system' | 'user', parts: Parameters<Watch['said']>[1]): void {
    this.#done.push(token.text(role) + token.parts(parts));
  }

  lowering(what: readonly number[], isLowered: boolean): void {
    this.#done.push(token.text('lower') + what.map((each) => token.number(each)).join(''));
    this.#lowered.push(isLowered);
  }

  /** The frame that the extracted model reads. */
  frame(): string {
    const answers = [...this.#answers].flatMap(([key, values]) =>
      values.map((value) => [key, value] as const),
    );
    return (this.#world + token.list(answers, token.pair) + token.number(this.#done.length)).concat(
      ...this.#done,
    );
  }

  /** The frame that it must answer. */
  expected({ turns, labels }: SpecRun): string {
    const { views, questions, calls } = this.#seen;
    const done: string[] = [];
    let lowered = 0;
    let turned = 0;
    for (const each of this.#done) {
      if (each.startsWith(token.text('lower'))) {
        done.push(token.text('lowered') + token.flag(this.#lowered[lowered] === true));
        lowered += 1;
      } else if (each.startsWith(token.text('user'))) {
        const turn = turns[turned];
        if (turn !== undefined) done.push(told(turn));
        turned += 1;
      }
    }
    return [
      token.list(views, token.text),
      token.list(questions.toSorted(), token.text),
      token.list(calls, token.text),
      token.list(done, token.text),
      token.list(labels, token.number),
    ].join('');
  }

  world(world: SpecWorld<Mask>, drafter: Drafter<Mask> | undefined): ReturnType<Watch['world']> {
    this.#world = worldOf(world, { shortcuts: this.#shortcuts, drafter });
    const watched = this.#watched(world);
    const seen: SpecWorld<Mask> = {
      ...watched,
      model: (view) => this.#generated(watched, 'model', { view, reply: world.model(view) }),
    };
    const other = drafter && {
      ...drafter,
      model: (view: View) =>
        this.#generated(watched, 'drafter', { view, reply: drafter.model(view) }),
    };
    return { world: seen, drafter: other };
  }

  #keep<T>(name: string, args: string, answer: { value: T; as: (value: T) => string }): T {
    const key = token.keyOf(name, args);
    const { value, as } = answer;
    const known = this.#answers.get(key);
    if (known === undefined) this.#answers.set(key, [as(value)]);
    else if (name === 'ask') known.push(as(value));
    return value;
  }

  #generated(
    world: SpecWorld<Mask>,
    name: string,
    { view, reply }: { view: View; reply: Reply | undefined },
  ): Reply | undefined {
    const shown = token.view(view);
    this.#seen.views.push(token.keyOf('view', shown));
    // The model may ask of the world what the specification needed not.
    for (const { tool, args } of reply?.calls ?? []) {
      for (const each of [args, world.canonical(args) ?? args]) {
        world.ruleCall(tool, each);
        world.canonical(each);
        world.members(each);
        this.#keep('holdsPlaceholder', token.text(each), {
          value: holdsPlaceholder(each),
          as: token.flag,
        });
      }
      world.isRead(tool);
      world.resultFloor(tool);
      world.dataOf(tool);
    }
    return this.#keep(name, shown, {
      value: reply,
      as: (value) => token.option(value, token.reply),
    });
  }

  #watched(world: SpecWorld<Mask>): SpecWorld<Mask> {
    const { person } = world;
    return {
      ...world,
      ...this.#policy(world),
      ...this.#readings(world),
      person: person && {
        ...person,
        ask: (question) => {
          const asked = token.question(question);
          this.#seen.questions.push(asked);
          const as = (value: ReturnType<typeof person.ask>) => token.answer(value, question);
          return this.#keep('ask', asked, { value: person.ask(question), as });
        },
      },
      execute: (tool, args) => {
        const called = token.text(tool) + token.text(args);
        this.#seen.calls.push(called);
        const value = world.execute(tool, args);
        return this.#keep('execute', called, { value, as: token.parts });
      },
    };
  }

  #policy(world: SpecWorld<Mask>): Partial<SpecWorld<Mask>> {
    const { text, number, flag, option, list } = token;
    return {
      relevant: (history, draft) => {
        const labels = regions(world, history).map(({ label }) => label);
        const asked = list(labels, number) + option(draft, token.reply);
        const value = world.relevant(history, draft);
        return this.#keep('relevant', asked, { value, as: token.relevance });
      },
      ruleCall: (tool, args) => {
        const value = world.ruleCall(tool, args);
        return this.#keep('ruleCall', text(tool) + text(args), { value, as: token.ruling });
      },
      ruleAnswer: (said) => {
        const value = world.ruleAnswer(said);
        return this.#keep('ruleAnswer', text(said), { value, as: token.ruling });
      },
      inert: (said) => {
        const value = world.inert(said);
        return this.#keep('inert', text(said), { value, as: (one) => option(one, text) });
      },
      dutyOf: (label) => {
        const value = world.dutyOf(label);
        return this.#keep('dutyOf', number(label), { value, as: namesOrNone });
      },
      isRead: (tool) => this.#keep('isRead', text(tool), { value: world.isRead(tool), as: flag }),
      resultFloor: (tool) => {
        const value = world.resultFloor(tool);
        return this.#keep('resultFloor', text(tool), { value, as: number });
      },
    };
  }

  #readings(world: SpecWorld<Mask>): Partial<SpecWorld<Mask>> {
    const { text, number, option, list } = token;
    return {
      canonical: (args) => {
        const as = (one: string | undefined) => option(one, text);
        return this.#keep('canonical', text(args), { value: world.canonical(args), as });
      },
      members: (args) => {
        const value = world.members(args);
        for (const [name] of value ?? []) {
          this.#keep('quote', text(name), { value: JSON.stringify(name), as: text });
        }
        const as = (all: typeof value) => option(all, (each) => list(each, token.pair));
        return this.#keep('members', text(args), { value, as });
      },
      dataOf: (tool) => {
        const as = (names: readonly string[]) => list(names, text);
        return this.#keep('dataOf', text(tool), { value: world.dataOf(tool), as });
      },
      readBack: (written, read) => {
        const asked = text(written.tool) + number(written.label) + text(read);
        return this.#keep('readBack', asked, { value: world.readBack(written, read), as: number });
      },
    };
  }
}

function namesOrNone(names: readonly string[] | undefined): string {
  return token.option(names, (each) => token.list(each, token.text));
}

function told({ failed, steps, answer }: SpecRun['turns'][number]): string {
  const { text, number, flag, list, option } = token;
  const step = ({ label, refused }: (typeof steps)[number]): string =>
    number(label) + list(refused, (why) => option(why, text));
  return text('turn') + flag(failed === true) + list(steps, step) + option(answer, text);
}

/** All of a world that is no function; the names of the settings are those of the model. */
function worldOf(
  world: SpecWorld<Mask>,
  { shortcuts, drafter }: Pick<Scenario, 'shortcuts'> & { drafter: Drafter<Mask> | undefined },
): string {
  const { text, number, flag, list, option } = token;
  const { tools, structure, max, clearance, needsDraft, person } = world;
  const cuts = shortcuts === 'none' ? undefined : shortcuts;
  return [
    list(tools, ({ name, text: said, hinted = said, label, vouched }) =>
      [text(name), text(said), text(hinted), number(label), flag(vouched)].join(''),
    ),
    text(structure),
    option(cuts, ({ allowedDraft, lazyReads, beforeAsking, staged }) =>
      [flag(allowedDraft), flag(lazyReads), text(beforeAsking), flag(staged)].join(''),
    ),
    number(max.steps),
    number(max.refusals),
    number(max.calls),
    number(clearance),
    flag(needsDraft),
    option(person?.clearance, number),
    option(drafter?.clearance, number),
  ].join('');
}
