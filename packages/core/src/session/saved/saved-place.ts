import type { Seen } from '../../engine/nested/enclosure.ts';
import type { BeforeAsking, Shortcuts } from '../../engine/run-options.ts';
import type { RecordPosition } from '../../engine/run.ts';
import type { LabelSpace } from '../../label/label.ts';
import { list, oneOf, optional, type Read, record, text, truth, whole } from './saved-value.ts';

export function savePlace({ seen: { out, late }, written, ...place }: RecordPosition): object {
  return {
    ...place,
    seen: { out: out.text, late: late.text },
    written: written.map((mark) => ({ ...mark, label: mark.label.text })),
  };
}

export function loadPlace(space: LabelSpace, saved: unknown): RecordPosition {
  const place = record(saved);
  return {
    seq: whole(place['seq']),
    step: whole(place['step']),
    shortcuts: optional(loadShortcuts)(place['shortcuts']),
    seen: loadSeen(space, place['seen']),
    written: optional(list((each) => loadWritten(space, each)))(place['written']) ?? [],
  };
}

const loadShortcuts: Read<Shortcuts> = (value) => {
  if (value === 'none') return value;
  const saved = record(value);
  return {
    allowedDraft: truth(saved['allowedDraft']),
    lazyReads: truth(saved['lazyReads']),
    staged: optional(truth)(saved['staged']),
    // Earlier versions said only whether the view at the ceiling is tried.
    beforeAsking:
      optional(truth)(saved['ceilingView']) === true
        ? 'ceiling'
        : optional(loadBeforeAsking)(saved['beforeAsking']),
  };
};

const loadBeforeAsking: Read<BeforeAsking> = oneOf('nothing', 'propagator', 'ceiling');

function loadWritten(space: LabelSpace, saved: unknown): RecordPosition['written'][number] {
  const { tool, label, isRead } = record(saved);
  const mark = { tool: text(tool), label: space.parse(text(label)) };
  return optional(truth)(isRead) === true ? { ...mark, isRead: true } : mark;
}

/** Earlier versions did not say: what they saw they still hold, and nothing came late. */
function loadSeen(space: LabelSpace, saved: unknown): Seen {
  if (saved === undefined) return { out: space.bottom, late: space.bottom };
  const { out, late } = record(saved);
  return { out: space.parse(text(out)), late: space.parse(text(late)) };
}
