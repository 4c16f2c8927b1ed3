import { edit, type Mutant } from './mutant.ts';

/** Drafts, shortcuts and lazy reads. */
export const steps: readonly Mutant[] = [
  {
    name: 'shortcut-2-without-full-label',
    promise: 'A draft that is used as it is carries the full label.',
    edits: edit(
      'engine/step/step.ts',
      'if (how !== undefined) return stand(run, input, { draft, how });',
      'const free = { ...draft, label: run.space.bottom };\n' +
        'if (how !== undefined) return stand(run, input, { draft: free, how });',
    ),
  },
  {
    name: 'shortcut-2-creeps',
    promise: 'Shortcut 2 is taken only where the full label flows to the labels of the results.',
    edits: edit(
      'engine/step/step.ts',
      'shortcuts.allowedDraft && floors.every((floor) => run.space.flowsTo(wide, floor))',
      'shortcuts.allowedDraft',
    ),
  },
  {
    name: 'shadow-counts-as-allowed',
    promise: 'What only log mode lets through takes no shortcut.',
    edits: edit(
      'engine/step/screen.ts',
      'decide(run.space, label, ruling).violations.length === 0',
      "decide(run.space, label, ruling).kind === 'allow'",
    ),
  },
  {
    name: 'undeclared-tool-takes-shortcut',
    promise: 'A call of an undeclared tool takes no shortcut.',
    edits: edit('engine/step/screen.ts', 'run.tools.isIn(call.tool, label) && ', ''),
  },
  {
    name: 'unhelped-draft-at-narrow-label',
    promise: 'A draft carries the label of the view that it came from.',
    edits: edit(
      'engine/step/step.ts',
      'return stand(run, { ...input, history }, { draft, how });',
      'return stand(run, { ...input, history }, { draft: { ...draft, label: narrow }, how });',
    ),
  },
  {
    name: 'fallback-at-narrow-label',
    promise: 'A regeneration without a call falls back to the draft at the full label.',
    edits: edit(
      'engine/step/step.ts',
      "return stand(run, { ...input, history }, { draft, how: 'fell-back' });",
      'const low = { ...draft, label };\n' +
        "return stand(run, { ...input, history }, { draft: low, how: 'fell-back' });",
    ),
  },
  {
    name: 'fallback-ends-the-run',
    promise: 'A regeneration without a call does not end the run.',
    edits: edit(
      'engine/step/before-asking.ts',
      'if (reply.calls.length === 0) return draft.reply.calls.length === 0;',
      'if (reply.calls.length === 0) return true;',
    ),
  },
  {
    name: 'other-draft-is-output',
    promise: 'What another model drafts is never the output.',
    edits: edit(
      'engine/step/step.ts',
      'if (draftModel === undefined) return finish(run, draft, {',
      'if (draftModel !== null) return finish(run, draft, {',
    ),
  },
  {
    name: 'other-drafter-sees-all',
    promise: 'Another model that drafts is sent nothing above its own clearance.',
    edits: edit(
      'engine/step/step.ts',
      "run.space.meet(wide, run.clearance(model, 'judge'))",
      'run.space.meet(wide, run.clearance())',
    ),
  },
  {
    name: 'other-drafter-is-main',
    promise: 'Another model that drafts is cleared as a second model is, not as the main one.',
    edits: edit('engine/step/step.ts', "clearance(model, 'judge')", "clearance(model, 'main')"),
  },
  {
    name: 'wide-write-is-lazy',
    promise: 'Only what the main model itself reads is taken lazily where another model drafts.',
    edits: edit(
      'engine/step/step.ts',
      "how: isRead ? 'regenerated-lazy'",
      "how: isRead || true ? 'regenerated-lazy'",
    ),
  },
  {
    name: 'ceiling-view-untold',
    promise: 'The view at a ceiling is tried only where the run takes that shortcut.',
    edits: edit(
      'engine/step/before-asking.ts',
      "shortcuts === 'none' ? undefined : shortcuts.beforeAsking",
      "'ceiling' as 'ceiling' | 'nothing' | 'propagator' | undefined",
    ),
  },
  {
    name: 'narrow-question-keeps-draft',
    promise: 'What comes out before a question was generated there, not drafted above.',
    edits: edit(
      'engine/step/step.ts',
      "return finish(run, again, { how: isUseful ? 'regenerated' : 'regenerated-asked', history });",
      'const shown = { ...draft, label: again.label };\n' +
        "return finish(run, isUseful ? again : shown, { how: 'regenerated', history });",
    ),
  },
  {
    name: 'narrow-question-answers',
    promise: 'A view that is tried before a question and makes no call does not end the run.',
    edits: edit(
      'engine/step/before-asking.ts',
      'return draft.reply.calls.length === 0;',
      'return draft.reply.calls.length === 0 || !isUseful;',
    ),
  },
  {
    name: 'narrow-question-without-match',
    promise: 'A narrow label is asked about only for the draft’s own calls.',
    edits: edit('engine/step/before-asking.ts', 'isIdentical(draft.reply, reply)', 'true'),
  },
  {
    name: 'narrow-question-of-other-calls',
    promise: 'Of other calls of the narrow view none is asked about.',
    edits: edit(
      'engine/step/before-asking.ts',
      'allowedAt(run, reply, label) === reply.calls.length',
      'allowedAt(run, reply, label) > 0',
    ),
  },
  {
    name: 'narrow-question-of-half-a-reply',
    promise: 'Half a generation before a question is not taken in the draft’s stead.',
    edits: edit('engine/step/before-asking.ts', "reply.stop === 'complete' && ", ''),
  },
  {
    name: 'narrow-question-repeats-a-call',
    promise: 'A call of this turn is not made again in place of a question.',
    edits: edit(
      'engine/step/before-asking.ts',
      'if (isRepeated(history, reply)) return false;',
      '',
    ),
  },
  {
    name: 'narrow-question-of-answers',
    promise: 'An answer is asked about at the label of its draft.',
    edits: edit('engine/step/before-asking.ts', 'isBelow && reply.calls.length > 0', 'isBelow'),
  },
  {
    name: 'narrow-question-beside-draft',
    promise: 'A view that is tried before a question stands below the draft’s.',
    edits: edit(
      'engine/step/before-asking.ts',
      'space.flowsTo(expected, wide) && !space.flowsTo(wide, expected)',
      '!space.flowsTo(wide, expected)',
    ),
  },
  {
    name: 'as-written-keeps-draft',
    promise: 'Without shortcuts a draft is never the output.',
    edits: edit(
      'engine/step/step.ts',
      "if (shortcuts === 'none') return asWritten(run, input, draft);",
      '',
    ),
  },
  {
    name: 'as-written-draft-at-narrow-label',
    promise: 'Without shortcuts the output comes from the view at its label.',
    edits: edit(
      'engine/step/step.ts',
      "const again = await generate(run, { history, signal, label, purpose: 'regeneration' });\n" +
        "  return finish(run, again, { how: 'regenerated', history });",
      "return finish(run, { ...draft, label }, { how: 'regenerated', history });",
    ),
  },
  {
    name: 'ceiling-of-allowed-calls',
    promise: 'The view is that at the ceilings of the calls that would be stopped.',
    edits: edit('engine/step/screen.ts', 'isAllowed ? []', '!isAllowed ? []'),
  },
  {
    name: 'ceiling-of-undeclared-calls',
    promise: 'No view is tried for a call that may not run at any label.',
    edits: edit('engine/step/screen.ts', 'if (!run.tools.isIn(call.tool, label)) return [];', ''),
  },
  {
    name: 'ceiling-view-is-wide',
    promise: 'The view at a ceiling is below the draft’s.',
    edits: edit(
      'engine/step/screen.ts',
      '[wide, run.clearance(), ceiling]',
      '[wide, run.clearance()]',
    ),
  },
  {
    name: 'ceiling-view-above-draft',
    promise: 'The view at a ceiling shows nothing that the draft was not shown.',
    edits: edit('engine/step/screen.ts', '[wide, run.clearance(), ceiling]', '[ceiling]'),
  },
  {
    name: 'ceiling-of-one-call',
    promise: 'The view stands below the ceilings of all calls that would be stopped.',
    edits: edit(
      'engine/step/screen.ts',
      'const ceiling = meetAll(run.space, ceilings);',
      'const ceiling = ceilings[0] ?? run.space.bottom;',
    ),
  },
  {
    name: 'lazy-write',
    promise: 'Only what the policy calls a read is taken lazily.',
    edits: edit(
      'engine/step/step.ts',
      "calls.every(({ tool }) => policy.effect(tool) === 'read')",
      'calls.length > 0',
    ),
  },
  {
    name: 'lazy-read-lowered-without-match',
    promise: 'A lazy read is lowered only where the identical calls come out.',
    edits: edit('engine/step/lazy-reads.ts', 'if (!identical) return history;', ''),
  },
  {
    name: 'lazy-read-keeps-wide-text',
    promise: 'What the wide view wrote beside a lazy read stays above.',
    edits: edit(
      'engine/step/lazy-reads.ts',
      'lowered(run, history, { index, label, message: { ...message, text } })',
      'lowered(run, history, { index, label, message })',
    ),
  },
  {
    name: 'propagator-error-is-nothing',
    promise: 'A propagator that fails makes everything relevant.',
    edits: edit(
      'propagate/relevant-within.ts',
      'return wide(reasons[outcome.because]);',
      "return { kind: 'regions', regions: [], evidence: [], unsourced: [] };",
    ),
  },
  {
    name: 'unknown-region-ignored',
    promise: 'A region that does not exist makes everything relevant.',
    edits: [
      ...edit(
        'propagate/relevant-within.ts',
        'if (named.some((id) => findRegion(history, id) === undefined)) ' +
          "return wide('region-unknown');",
        '',
      ),
      ...edit(
        'propagate/label-of.ts',
        'if (entry === undefined) return labelOfHistory(space, history);',
        'if (entry === undefined) continue;',
      ),
    ],
  },
  {
    name: 'foreign-label-is-bottom',
    promise: 'A label of another space makes everything relevant.',
    edits: edit(
      'propagate/relevant-within.ts',
      ": wide('label-foreign')",
      ": { kind: 'regions', regions: [], evidence: [], unsourced: [] }",
    ),
  },
];
