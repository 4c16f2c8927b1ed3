import type { LabelSpace } from '../../label/label.ts';
import type { Label } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import { limits } from '../../limits.ts';
import { Content, reveal, type Region } from '../content.ts';
import { firstAtOrAfter, ownSpans, readFor, repeatedIn } from './known-text.ts';
import type { Slices } from '../slices.ts';
import { regionsBySpans, type Span } from './spans.ts';

/** Texts that were known elsewhere before, in that order. */
export interface KnownElsewhere {
  readonly known: readonly Content[];
  /** Those of them that others gave out as their answers. */
  readonly answered: readonly Content[];
  /** The labels that `known` has: most turns need no more of it. */
  readonly labels: Iterable<Label>;
  /** All that was said of tools there, with the label that it had; known before all else. */
  readonly declared?: readonly Content[];
}

/**
 * A tool's result in which each stretch of 32 characters or more that another run has answered
 * carries the label that it was first known with: behind a tool may stand another agent. What
 * others have only read raises nothing: two that read one file are no stranger to each other. Over
 * the budget of work all of it carries the label of these answers.
 */
export function* raisedByAnswers(
  space: LabelSpace,
  result: Content,
  { known, answered }: Omit<KnownElsewhere, 'labels'>,
): Slices<Content> {
  const text = reveal(result);
  if (text.length < limits.knownAgainCharactersMin) return result;
  const isAbove = ({ label }: { readonly label: Label }): boolean =>
    !space.flowsTo(label, result.root.label);
  const answers = answered.filter(isAbove);
  if (answers.length === 0) return result;
  const where = yield* readFor(text);
  const said = yield* repeatedIn(where, answers);
  if (said === undefined)
    return answers.reduce((all, each) => all.raisedTo(space, each.label), result);
  if (said.length === 0) return result;
  const first = yield* repeatedIn(where, known);
  const places = new Places(said);
  const spans = first === undefined ? said : first.flatMap((span) => places.both(span));
  const raising = spans.filter(isAbove);
  return raising.length === 0 ? result : raisedAt(space, result, raising);
}

/**
 * The label of a text that others gave out as a whole answer; where several did, the join of
 * theirs; `undefined` where none did.
 */
export function labelGiven(
  space: LabelSpace,
  text: string,
  { answered }: Pick<KnownElsewhere, 'answered'>,
): Label | undefined {
  const whole = text.trim();
  const same = answered.filter((answer) => reveal(answer).trim() === whole);
  if (same.length === 0) return undefined;
  return joinAll(
    space,
    same.map(({ label }) => label),
  );
}

/** Structured text keeps its regions: each is raised by what touches its own characters. */
function raisedAt(space: LabelSpace, content: Content, spans: readonly Span[]): Content {
  const { root } = content;
  const text = reveal(content);
  if (root.form === 'text') {
    const all = [...ownSpans(root), ...spans];
    return regionsBySpans(space, text, { spans: all, rest: space.bottom });
  }
  const places = new Places(spans);
  const raised = (region: Region): Region => {
    const touching = ownPlaces(region).flatMap((place) => places.over(place));
    const label = joinAll(space, [region.label, ...touching.map((span) => span.label)]);
    return { ...region, label, parts: region.parts.map(raised) };
  };
  return Content.of(space, text, raised(root));
}

type Place = Pick<Span, 'start' | 'end'>;

function ownPlaces({ start, end, parts }: Region): readonly Place[] {
  const starts = [start, ...parts.map((part) => part.end)];
  const ends = [...parts.map((part) => part.start), end];
  return starts.map((from, at) => ({ start: from, end: ends[at] ?? end }));
}

/** Spans of which none lies over another, to be looked up. */
class Places {
  readonly #spans: readonly Span[];
  readonly #ends: Uint32Array;

  constructor(spans: readonly Span[]) {
    this.#spans = spans.toSorted((a, b) => a.start - b.start);
    this.#ends = Uint32Array.from(this.#spans, ({ end }) => end);
  }

  /** Those that hold characters of a place. */
  over({ start, end }: Place): readonly Span[] {
    const found: Span[] = [];
    for (let at = firstAtOrAfter(this.#ends, start + 1); at < this.#spans.length; at += 1) {
      const span = this.#spans[at];
      if (span === undefined || span.start >= end) break;
      found.push(span);
    }
    return found;
  }

  /** The parts of a span that lie in any of them, with the label of that span. */
  both({ start, end, label }: Span): readonly Span[] {
    return this.over({ start, end }).map((span) => ({
      start: Math.max(span.start, start),
      end: Math.min(span.end, end),
      label,
    }));
  }
}
