import { edit, type Mutant } from './mutant.ts';

const step = 'engine/step/staged.ts';
const roles = 'engine/call/roles.ts';

/** Labels per argument. */
export const staged: readonly Mutant[] = [
  {
    name: 'staged-data-at-the-control-label',
    promise: 'What is said carries the label of the whole view of the draft.',
    edits: edit(step, 'data: draft.label, history', 'data: taken.label, history'),
  },
  {
    name: 'staged-data-shown-below',
    promise: 'What is said stands in the history at its own label.',
    edits: edit(
      roles,
      'return { start, end, label: labels.data,',
      'return { start, end, label: labels.control,',
    ),
  },
  {
    name: 'staged-result-at-the-control-label',
    promise: 'Whatever comes of a call carries all that it says.',
    edits: edit(
      'session/held.ts',
      '{ control: label, data: step.data ?? label }',
      '{ control: label, data: label }',
    ),
  },
  {
    name: 'staged-control-at-the-wide-label',
    promise: 'What is acted on is held against its ceiling at the label of its own view.',
    edits: edit(
      'engine/call/call.ts',
      'decideParts(run.space, { control, data: label }, ruling)',
      'decideParts(run.space, { control: label, data: label }, ruling)',
    ),
  },
  {
    name: 'staged-data-ceiling-at-the-control-label',
    promise: 'What is said is held against its ceiling at the label of the view of the draft.',
    edits: edit(
      step,
      'decideParts(run.space, { control: label, data }, ruling)',
      'decideParts(run.space, { control: label, data: label }, ruling)',
    ),
  },
  {
    name: 'staged-control-from-the-wide-view',
    promise: 'What is acted on comes from the view at its label.',
    edits: edit(
      step,
      "await generate(run, { history, signal, label, purpose: 'control' });",
      "await generate(run, { history, signal, label: draft.label, purpose: 'control' }).then(" +
        '(made) => ({ ...made, label }));',
    ),
  },
  {
    name: 'staged-without-agreement',
    promise: 'Data is taken over only where all that is acted on came out again.',
    edits: edit(
      roles,
      'if (drafted === undefined || drafted.control !== wanted?.control) return false;',
      'if (drafted === undefined || wanted === undefined) return false;',
    ),
  },
  {
    name: 'staged-whatever-the-tool',
    promise: 'Data is taken over only where the tool came out again.',
    edits: edit(roles, 'tool === call.tool && isAlike(', 'isAlike('),
  },
  {
    name: 'staged-presence-not-compared',
    promise: 'Which texts there are is decided with what is acted on.',
    edits: edit(roles, 'return names(drafted) === names(wanted);', 'return true;'),
  },
  {
    name: 'staged-one-draft-for-two-calls',
    promise: 'A call of the draft is taken over once.',
    edits: edit(
      roles,
      'at === -1 ? [] : left.splice(at, 1);',
      'at === -1 ? [] : left.slice(at, at + 1);',
    ),
  },
  {
    name: 'staged-surplus-calls-stay',
    promise: 'A call of the draft that did not come out again is not made.',
    edits: edit(
      roles,
      '  return found;\n}',
      '  return [...found, ...left.map((each) => each.call)];\n}',
    ),
  },
  {
    name: 'staged-order-of-the-draft',
    promise: 'The order of the calls is that of the view at their label.',
    edits: edit(
      roles,
      '  return found;\n}',
      '  return draft.calls.filter((each) => found.includes(each));\n}',
    ),
  },
  {
    name: 'staged-missing-calls-left-out',
    promise: 'Where one of the calls that came out is not in the draft, the draft stands.',
    edits: edit(
      roles,
      'if (match === undefined) return undefined;',
      'if (match === undefined) continue;',
    ),
  },
  {
    name: 'staged-data-without-a-ceiling',
    promise: 'What has no ceiling of its own is control.',
    edits: edit(roles, 'Object.hasOwn(ruling.perArgument, name) && ', ''),
  },
  {
    name: 'staged-data-of-any-form',
    promise: 'What is no text is control.',
    edits: edit(roles, "&& typeof value[name] === 'string'", ''),
  },
  {
    name: 'staged-all-bounded-arguments-are-data',
    promise: 'Only what the policy names so is data.',
    edits: edit(
      roles,
      'const names = dataOf(run.options.policy, call.tool).filter(',
      'const names = Object.keys(ruling.perArgument).filter(',
    ),
  },
  {
    name: 'staged-text-of-the-draft',
    promise: 'The text beside calls is that of the view at their label.',
    edits: edit(
      step,
      'const { text, provider, stop } = again.reply;',
      'const { text } = draft.reply;\n  const { provider, stop } = again.reply;',
    ),
  },
  {
    name: 'staged-broken-off',
    promise: 'Of half a generation nothing is taken over.',
    edits: edit(
      step,
      "stop === 'complete' ? matched(run, draft.reply, again.reply) : undefined;",
      'matched(run, draft.reply, again.reply);',
    ),
  },
  {
    name: 'staged-of-another-models-draft',
    promise: 'Nothing that another model drafted is an output.',
    edits: edit(step, 'if (run.options.draftModel !== undefined) return undefined;', ''),
  },
  {
    name: 'staged-where-not-asked-for',
    promise: 'Labels are per argument only where the settings say so.',
    edits: edit('engine/step/step.ts', 'if (isStaged && isFirst)', 'if (isFirst)'),
  },
  {
    name: 'staged-above-its-ceiling',
    promise: 'Only where all that comes of it may happen are labels per argument.',
    edits: edit(
      step,
      'decideParts(run.space, { control: label, data }, ruling).violations.length === 0',
      'true',
    ),
  },
  {
    name: 'staged-undeclared-tool',
    promise: 'A tool that the view of what is acted on does not name is not called.',
    edits: edit(step, ' || !run.tools.isIn(call.tool, label)', ''),
  },
  {
    name: 'staged-shown-what-to-say',
    promise: 'Who decides what is acted on is told not to write what is said.',
    edits: edit(
      'engine/step/generate.ts',
      'isControl ? withoutData(',
      'isControl && false ? withoutData(',
    ),
  },
  {
    name: 'staged-hidden-schema-is-hinted',
    promise: 'Of a tool whose description is hidden nothing is shown.',
    edits: edit(roles, 'names.length === 0 || !isRecord(properties)', 'names.length === 0'),
  },
  {
    name: 'staged-reads-not-lowered',
    promise: 'Reads that what is acted on depends on are lowered first.',
    edits: edit(
      step,
      'const history = await lowerReads(run, { ...input, target: control, isWorth });',
      'const { history } = input;',
    ),
  },
  {
    name: 'staged-outcome-told-below',
    promise: 'In events below what a call says, all that comes of it is one outcome.',
    edits: edit('engine/event-view.ts', 'isApart(labelled) ? outcomeOf(labelled) : ', ''),
    check: 'outcome-below',
  },
  {
    name: 'staged-outcome-recorded-as-a-whole',
    promise: 'The events of a call say which label what it acts on has.',
    edits: edit(
      'engine/call/record-call.ts',
      'return control === label ? { label } : { label, control };',
      'return control === label || true ? { label } : { label, control };',
    ),
    check: 'outcome-below',
  },
  {
    name: 'staged-last-where-nothing-is-its-source',
    promise: 'What the draft says of its own is not left to a narrower view.',
    edits: edit(
      'engine/step/step.ts',
      '!isUseful || (isStaged && isSaidAnew(run, reply, relevance))',
      '!isUseful',
    ),
  },
  {
    name: 'staged-not-after-fell-back',
    promise: 'Where a narrow view makes no such calls, what is acted on is decided apart.',
    edits: edit('engine/step/step.ts', 'isStaged && !isFirst', 'false'),
  },
  {
    name: 'staged-twice',
    promise: 'What is acted on is decided apart once a step.',
    edits: edit('engine/step/step.ts', 'isStaged && !isFirst', 'isStaged'),
  },
];
