import { edit, type Mutant } from './mutant.ts';

/** Mutants of what may run, and of who may approve it. */
export const decisions: readonly Mutant[] = [
  {
    name: 'unknown-tool-ruled-on',
    promise: 'A tool that was not declared is refused.',
    edits: edit(
      'engine/call/call.ts',
      "if (!call.declared) return { reason: 'tool-unknown' };",
      '',
    ),
  },
  {
    name: 'hidden-tool-ruled-on',
    promise: 'A tool whose name a view does not show is unknown to a call from that view.',
    edits: edit('engine/labelling.ts', '|| this.#flowsTo(each.label, label)', '|| true'),
  },
  {
    name: 'event-shows-every-label',
    promise: 'A label that does not flow to the reader of an event is not shown.',
    edits: edit('engine/event-view.ts', 'isTold(label) ? label : top', 'label'),
  },
  {
    name: 'event-shows-what-was-found',
    promise: 'What a propagator found is shown to who may see all that it looked at.',
    edits: edit('engine/event-view.ts', 'sees(event.seen)', 'true'),
  },
  {
    name: 'event-shows-arguments',
    promise: 'An event shows a reader no text above their clearance.',
    edits: edit(
      'engine/event-view.ts',
      '{ tool: placeholder, args: placeholder, explanation }',
      '{}',
    ),
  },
  {
    name: 'event-shows-turn',
    promise: 'An event shows a reader no text above their clearance.',
    edits: edit(
      'engine/event-view.ts',
      "return { ...event, parts: [{ kind: 'text', text: placeholder }] };",
      'return event;',
    ),
  },
  {
    name: 'event-shows-result',
    promise: 'An event shows a reader no text above their clearance.',
    edits: edit(
      'engine/event-view.ts',
      'return { ...event, output: placeholder };',
      'return event;',
    ),
  },
  {
    name: 'event-shows-why-a-label-was-lowered',
    promise: 'What a person writes of a region carries the label that it had.',
    edits: edit('engine/event-view.ts', 'to: placeholder, because: placeholder', 'to: placeholder'),
  },
  {
    name: 'never-allowed-at-bottom',
    promise: 'A tool that the policy does not know is never automatic, whatever the label.',
    edits: edit(
      'engine/decision.ts',
      "case 'never':\n",
      "case 'never':\n" +
        "if (label === space.bottom) return { kind: 'allow', rule: '', violations: [] };\n",
    ),
  },
  {
    name: 'policy-failure-is-permission',
    promise: 'A policy that fails has permitted nothing.',
    edits: edit(
      'engine/decision.ts',
      'return policy.ruleCall(tool, args, place);\n  } catch {\n',
      'return policy.ruleCall(tool, args, place);\n  } catch {\n' +
        "return { kind: 'ceiling', rule: '', ceiling: policy.space.top, perArgument: {}," +
        "onViolation: 'ask' };\n",
    ),
  },
  {
    name: 'half-call-runs',
    promise: 'A call of a generation that stopped in the middle does not run.',
    edits: edit('engine/call/call.ts', "if (truncated) return { reason: 'call-truncated' };", ''),
  },
  {
    name: 'placeholder-as-argument',
    promise: 'A call whose arguments hold a placeholder does not run.',
    edits: edit(
      'engine/call/call.ts',
      "if (isPlaceholderIn(call.args)) return { reason: 'placeholder-in-argument' };",
      '',
    ),
  },
  {
    name: 'placeholder-in-capitals-as-argument',
    promise: 'Case does not hide the placeholder.',
    edits: edit('redact/redact-content.ts', '.toLowerCase()', ''),
  },
  {
    name: 'unparseable-arguments-ruled-on',
    promise: 'A call whose arguments are no JSON object does not run.',
    edits: edit(
      'engine/call/call.ts',
      "if (call.value === undefined) return { reason: 'arguments-unparseable' };",
      '',
    ),
  },
  {
    name: 'confirmation-reused',
    promise: 'A yes is for the very question that was shown.',
    edits: edit(
      'engine/call/confirm.ts',
      "if (answer.hash !== asked.hash) return { kind: 'no', reason: 'confirmation-mismatch' };",
      '',
    ),
  },
  {
    name: 'approver-not-cleared',
    promise: 'Who is asked may see all that is shown.',
    edits: edit(
      'engine/call/confirm.ts',
      'if (!run.space.flowsTo(question.label, clearance)) {',
      'if (clearance === undefined) {',
    ),
  },
  {
    name: 'duty-not-separated',
    promise: 'Everyone whom a separation-of-duty label names must say yes.',
    edits: edit('engine/call/confirm.ts', 'asked.dutyOf.every((name) => by.has(name))', 'true'),
  },
  {
    name: 'nobody-signs',
    promise: 'A yes by nobody is no.',
    edits: edit('engine/call/confirm.ts', 'by.size > 0 && ', ''),
  },
  {
    name: 'silence-is-yes',
    promise: 'No answer is no.',
    edits: edit(
      'engine/call/confirm.ts',
      "if (answer === undefined) return { kind: 'no', reason: 'no-answer-in-time' };",
      "if (answer === undefined) return { kind: 'yes' };",
    ),
  },
  {
    name: 'other-arguments-run',
    promise: 'What runs is what was checked.',
    edits: edit(
      'engine/call/call.ts',
      'tool.execute(value, {',
      'tool.execute({ ...value, b: 0 }, {',
    ),
  },
  {
    name: 'question-explained-from-above',
    promise: 'A question holds nothing above the label of its call.',
    edits: edit(
      'engine/explain.ts',
      'const visible = visibleHistory(run.space, history, { label, structure });',
      'const visible = history;',
    ),
  },
  {
    name: 'explained-by-hidden-labels',
    promise: 'Evidence is chosen by what flows to the call, never by the label of what does not.',
    edits: edit(
      'redact/visible.ts',
      'end: length, label: this.#space.top, form, parts: []',
      'end: length, form, parts: []',
    ),
    check: 'hidden-weighs',
  },
  {
    name: 'answer-not-a-sink',
    promise: 'The answer goes out only where its label flows to its ceiling.',
    edits: edit('session/held.ts', 'return ask();', "return { kind: 'given' };"),
  },
];
