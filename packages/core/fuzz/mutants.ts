import type { Edit } from './mutate.ts';

/** A mistake that someone could make in the engine, and the promise that it would break. */
export interface Mutant {
  readonly name: string;
  readonly promise: string;
  readonly edits: readonly Edit[];
  /** A targeted check, where the properties cannot see the mistake. */
  readonly check?: string;
}

const edit = (file: string, find: string, replace: string): readonly Edit[] => [
  { file, find, replace },
];

/** Labels only rise, and all that a step appends carries its label. */
const labels: readonly Mutant[] = [
  {
    name: 'join-forgets-one-side',
    promise: 'A join is at least as restrictive as both.',
    edits: edit('label/space.ts', 'part.join(a.values[name], b.values[name])', 'a.values[name]'),
  },
  {
    name: 'relevant-region-skipped',
    promise: 'The label of a step is the join over all relevant regions.',
    edits: edit(
      'propagate/label-of.ts',
      'for (const id of ids) {',
      'for (const id of ids.slice(1)) {',
    ),
  },
  {
    name: 'result-without-call-label',
    promise: 'A result carries the label of its call.',
    edits: edit('monitor/run.ts', 'part.content.raisedTo(this.space, label)', 'part.content'),
  },
  {
    name: 'result-shape-without-call-label',
    promise: 'How many parts a result has carries the label of its call.',
    edits: edit('monitor/run.ts', 'shape: this.space.join(base.shape, label)', 'shape: base.shape'),
  },
  {
    name: 'refusal-at-bottom',
    promise: 'A refusal carries the label of its call.',
    edits: edit(
      'monitor/run.ts',
      'this.#results.set(callId, base);\n    return this.#raisedResult(callId, base, label);',
      'return this.#raisedResult(callId, base, this.space.bottom);',
    ),
  },
  {
    name: 'answer-at-bottom',
    promise: 'An answer carries the label of its generation.',
    edits: edit(
      'monitor/monitor.ts',
      'this.#run.generationMessage(reply.text, [], label)',
      'this.#run.generationMessage(reply.text, [], this.#run.space.bottom)',
    ),
  },
  {
    name: 'shape-ignored-in-parts',
    promise: 'The label of a container flows to the label of each of its parts.',
    edits: edit(
      'history/content.ts',
      'const label = space.join(region.label, around);',
      'const label = region.label;',
    ),
  },
  {
    name: 'unlabelled-result-at-bottom',
    promise: 'A result that the policy fails to label is at the top.',
    edits: edit(
      'monitor/run.ts',
      'return policy.labelResult({ tool: call.tool, args: call.parsed, text, failed });\n    } catch {\n      return Content.whole(this.space, text, this.space.top);',
      'return policy.labelResult({ tool: call.tool, args: call.parsed, text, failed });\n    } catch {\n      return Content.whole(this.space, text, this.space.bottom);',
    ),
  },
  {
    name: 'tool-description-at-bottom',
    promise: 'A description of a tool is a region with a label.',
    edits: edit('monitor/start.ts', 'label: policy.labelTool(tool)', 'label: policy.space.bottom'),
  },
];

/** What the model is sent. */
const views: readonly Mutant[] = [
  {
    name: 'redact-after-sending',
    promise: 'The model is sent the redacted view.',
    edits: edit(
      'monitor/generate.ts',
      'redact(run.space, history, label, { structure })',
      'redact(run.space, history, run.space.top, { structure })',
    ),
  },
  {
    name: 'clearance-ignored-for-draft',
    promise: 'A draft is redacted to the clearance of the model.',
    edits: edit(
      'monitor/screen.ts',
      'run.space.meet(labelOfHistory(run.space, history), run.clearance())',
      'labelOfHistory(run.space, history)',
    ),
  },
  {
    name: 'clearance-ignored-for-narrow-view',
    promise: 'Every view is redacted to the clearance of the model.',
    edits: edit(
      'monitor/screen.ts',
      'run.space.meet(labelOf(run.space, history, relevance), run.clearance())',
      'labelOf(run.space, history, relevance)',
    ),
  },
  {
    name: 'undeclared-name-passed-on',
    promise: 'The name of an undeclared tool is text with the label of its call.',
    edits: edit(
      'redact/redact.ts',
      'tool: call.declared || seen ? call.tool : undeclaredTool',
      'tool: call.tool',
    ),
  },
  {
    name: 'ids-passed-through',
    promise: 'Ids are counted in the view.',
    edits: edit('redact/redact.ts', 'id: `call_${this.#calls}`', 'id: call.id'),
  },
  {
    name: 'hidden-description-shown',
    promise: 'A description above the step is a placeholder.',
    edits: edit('redact/redact.ts', 'if (this.sees(label)) return tool;', 'return tool;'),
  },
  {
    name: 'hidden-shape-shown',
    promise: 'How many parts a message has is hidden where its shape is.',
    edits: edit('redact/redact.ts', 'if (!this.sees(shape)) return [hiddenPart];', ''),
  },
  {
    name: 'drop-leaves-an-empty-exchange',
    promise: 'In drop mode not even the number of hidden exchanges is left.',
    edits: edit(
      'redact/redact.ts',
      "else if (this.#structure === 'keep' || this.#eye.sees(turn.message.label)) {",
      'else {',
    ),
  },
  {
    name: 'drop-by-label-of-result',
    promise: 'Drop mode goes by the label of the call: a high result of a low call stays.',
    edits: edit(
      'redact/redact.ts',
      "else if (this.#structure === 'keep' || this.#eye.sees(turn.message.label)) {",
      "else if (this.#structure === 'keep' || (this.#eye.sees(turn.message.label) &&\n      turn.results.every(({ message: m }) => m !== undefined && this.#eye.sees(m.shape)))) {",
    ),
  },
  {
    name: 'part-shown-with-its-container',
    promise: 'A part above the step is a placeholder in a container that is shown.',
    edits: edit(
      'redact/redact-content.ts',
      'if (this.#isShown(part)) this.#show(part);',
      'if (this.#isShown(region)) this.#show(part);',
    ),
  },
];

/** Drafts, shortcuts and lazy reads. */
const steps: readonly Mutant[] = [
  {
    name: 'shortcut-2-without-full-label',
    promise: 'A draft that is used as it is carries the full label.',
    edits: edit(
      'monitor/step.ts',
      'if (how !== undefined) return finish(run, draft, {',
      'if (how !== undefined) return finish(run, { ...draft, label: run.space.bottom }, {',
    ),
  },
  {
    name: 'shortcut-2-creeps',
    promise: 'Shortcut 2 is taken only where the full label flows to the labels of the results.',
    edits: edit(
      'monitor/step.ts',
      'shortcuts.allowedDraft && floors.every((floor) => run.space.flowsTo(wide, floor))',
      'shortcuts.allowedDraft',
    ),
  },
  {
    name: 'shadow-counts-as-allowed',
    promise: 'What only log mode lets through takes no shortcut.',
    edits: edit(
      'monitor/screen.ts',
      'decide(run.space, label, ruling).violations.length === 0',
      "decide(run.space, label, ruling).kind === 'allow'",
    ),
  },
  {
    name: 'undeclared-tool-takes-shortcut',
    promise: 'A call of an undeclared tool takes no shortcut.',
    edits: edit('monitor/screen.ts', 'run.isDeclared(tool) && ', ''),
  },
  {
    name: 'unhelped-draft-at-narrow-label',
    promise: 'A draft carries the label of the view that it came from.',
    edits: edit(
      'monitor/step.ts',
      "return finish(run, draft, { how: 'draft-unhelped', history });",
      "return finish(run, { ...draft, label: narrow }, { how: 'draft-unhelped', history });",
    ),
  },
  {
    name: 'fallback-at-narrow-label',
    promise: 'A regeneration without a call falls back to the draft at the full label.',
    edits: edit(
      'monitor/step.ts',
      "return finish(run, draft, { how: 'fell-back', history });",
      "return finish(run, { ...draft, label: narrow }, { how: 'fell-back', history });",
    ),
  },
  {
    name: 'fallback-ends-the-run',
    promise: 'A regeneration without a call does not end the run.',
    edits: edit(
      'monitor/step.ts',
      'reply.calls.length > 0 && again.reply.calls.length === 0',
      'reply.calls.length < 0',
    ),
  },
  {
    name: 'lazy-write',
    promise: 'Only what the policy calls a read is taken lazily.',
    edits: edit(
      'monitor/step.ts',
      "calls.every(({ tool }) => policy.effect(tool) === 'read')",
      'calls.length > 0',
    ),
  },
  {
    name: 'lazy-read-lowered-without-match',
    promise: 'A lazy read is lowered only where the identical calls come out.',
    edits: edit('monitor/lazy-reads.ts', 'if (!identical) return history;', ''),
  },
  {
    name: 'lazy-read-keeps-wide-text',
    promise: 'What the wide view wrote beside a lazy read stays above.',
    edits: edit(
      'monitor/lazy-reads.ts',
      'lowered(run, history, { index, label, message: { ...message, text } })',
      'lowered(run, history, { index, label, message })',
    ),
  },
  {
    name: 'propagator-error-is-nothing',
    promise: 'A propagator that fails makes everything relevant.',
    edits: edit(
      'propagate/relevant-within.ts',
      "return wide('propagator-failed');",
      "return { kind: 'regions', regions: [], evidence: [], unsourced: [] };",
    ),
  },
  {
    name: 'unknown-region-ignored',
    promise: 'A region that does not exist makes everything relevant.',
    edits: [
      ...edit(
        'propagate/parse-relevance.ts',
        "if (!named.every((id) => known.has(id))) return wide('region-unknown');",
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
      'propagate/parse-relevance.ts',
      ": wide('label-foreign')",
      ": { kind: 'regions', regions: [], evidence: [], unsourced: [] }",
    ),
  },
];

/** What may run, and who may say so. */
const decisions: readonly Mutant[] = [
  {
    name: 'unknown-tool-ruled-on',
    promise: 'A tool that was not declared is refused.',
    edits: edit('monitor/calls.ts', "if (!call.declared) return { reason: 'tool-unknown' };", ''),
  },
  {
    name: 'never-allowed-at-bottom',
    promise: 'A tool that the policy does not know is never automatic, whatever the label.',
    edits: edit(
      'monitor/decide.ts',
      "case 'never':\n",
      "case 'never':\n      if (label === space.bottom) return { kind: 'allow', rule: ruling.rule, violations: [] };\n",
    ),
  },
  {
    name: 'policy-failure-is-permission',
    promise: 'A policy that fails has permitted nothing.',
    edits: edit(
      'monitor/decide.ts',
      "return policy.ruleCall(tool, args);\n  } catch {\n    return { kind: 'deny', rule: 'policy', reason: 'policy-failed' };",
      "return policy.ruleCall(tool, args);\n  } catch {\n    return { kind: 'ceiling', rule: 'policy', ceiling: policy.space.top, perArgument: {}, onViolation: 'ask' };",
    ),
  },
  {
    name: 'half-call-runs',
    promise: 'A call of a generation that stopped in the middle does not run.',
    edits: edit('monitor/calls.ts', "if (truncated) return { reason: 'call-truncated' };", ''),
  },
  {
    name: 'placeholder-as-argument',
    promise: 'A call whose arguments hold a placeholder does not run.',
    edits: edit(
      'monitor/calls.ts',
      "if (isPlaceholderIn(call.args)) return { reason: 'placeholder-in-argument' };",
      '',
    ),
  },
  {
    name: 'unparseable-arguments-ruled-on',
    promise: 'A call whose arguments are no JSON object does not run.',
    edits: edit(
      'monitor/calls.ts',
      "if (call.parsed === undefined) return { reason: 'arguments-unparseable' };",
      '',
    ),
  },
  {
    name: 'confirmation-reused',
    promise: 'A yes is for the very question that was shown.',
    edits: edit(
      'monitor/confirm.ts',
      "if (answer.hash !== request.hash) return { kind: 'no', reason: 'confirmation-mismatch' };",
      '',
    ),
  },
  {
    name: 'approver-not-cleared',
    promise: 'Who is asked may see all that is shown.',
    edits: edit(
      'monitor/confirm.ts',
      'if (!run.space.flowsTo(question.label, confirm.clearance)) {',
      'if (confirm.clearance === undefined) {',
    ),
  },
  {
    name: 'duty-not-separated',
    promise: 'Everyone whom a separation-of-duty label names must say yes.',
    edits: edit('monitor/confirm.ts', 'request.dutyOf.every((name) => by.has(name))', 'true'),
  },
  {
    name: 'nobody-signs',
    promise: 'A yes by nobody is no.',
    edits: edit('monitor/confirm.ts', 'by.size > 0 && ', ''),
  },
  {
    name: 'silence-is-yes',
    promise: 'No answer is no.',
    edits: edit(
      'monitor/confirm.ts',
      "if (answer === undefined) return { kind: 'no', reason: 'no-answer-in-time' };",
      "if (answer === undefined) return { kind: 'yes' };",
    ),
  },
  {
    name: 'other-arguments-run',
    promise: 'What runs is what was checked.',
    edits: edit(
      'monitor/calls.ts',
      'tool.execute(parsed, {',
      'tool.execute({ ...parsed, b: 0 }, {',
    ),
  },
  {
    name: 'question-explained-from-above',
    promise: 'A question holds nothing above the label of its call.',
    edits: edit(
      'monitor/explain.ts',
      'const visible = visibleHistory(run.space, history, { label, structure });',
      'const visible = history;',
    ),
  },
  {
    name: 'answer-not-a-sink',
    promise: 'The answer goes out only where its label flows to its ceiling.',
    edits: edit('monitor/answer.ts', "decision.kind === 'allow' ||", "decision.kind !== 'deny' ||"),
  },
];

/** What the random worlds have no part in: each has a check of its own. */
const targeted: readonly Mutant[] = [
  {
    name: 'condition-without-the-labels-it-read',
    promise: 'A label that depends on a field carries the label of that field.',
    edits: edit(
      'policy/label-document.ts',
      '[...(certain ? [] : [around]), ...given, ...read]',
      '[...(certain ? [] : [around]), ...given]',
    ),
    check: 'condition-read',
  },
  {
    name: 'missing-argument-is-everyone',
    promise: 'Readers from an argument that is missing are nobody.',
    edits: [
      ...edit(
        'policy/rule-call.ts',
        'if (found === undefined) return space.bottom;',
        'if (found === undefined) continue;',
      ),
      ...edit(
        'policy/rule-call.ts',
        'return computed === undefined ? space.bottom : space.meet(rule.ceiling, computed);',
        'return computed === undefined ? rule.ceiling : space.meet(rule.ceiling, computed);',
      ),
    ],
    check: 'readers-missing',
  },
  {
    name: 'time-out-is-bottom',
    promise: 'A propagator that answers late makes everything relevant.',
    edits: edit(
      'propagate/relevant-within.ts',
      "give(wide('propagator-late'))",
      "give({ kind: 'label', label: input.space.bottom })",
    ),
    check: 'propagator-hangs',
  },
];

/** Every mutant. Each must be caught, and an unmutated copy must pass. */
export const mutants: readonly Mutant[] = [
  ...labels,
  ...views,
  ...steps,
  ...decisions,
  ...targeted,
];
