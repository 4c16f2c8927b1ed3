import { edit, type Mutant } from './mutant.ts';

/** Models and tools that fail, and what is said of refusals. */
export const failures: readonly Mutant[] = [
  {
    name: 'failed-narrow-view-falls-back',
    promise: 'A model that fails on the narrow view ends the turn.',
    edits: edit(
      'engine/step/step.ts',
      "if (again.kind === 'generated' && !isTaken",
      "if (again.kind === 'failed' || !isTaken",
    ),
  },
  {
    name: 'failed-drafter-ends-the-turn',
    promise: 'Without the draft of another model everything is relevant.',
    edits: edit(
      'engine/step/step.ts',
      'return draftModel === undefined ? draft : widely(run, input, wide);',
      'return draft;',
    ),
  },
  {
    name: 'failed-replay-is-a-match',
    promise: 'A lazy read is lowered only where the identical calls come out.',
    edits: edit(
      'engine/step/lazy-reads.ts',
      "if (generated.kind === 'failed') return history;",
      "if (generated.kind === 'failed') return lowered(run, history, { index, label, message });",
    ),
  },
  {
    name: 'reply-of-any-length-taken',
    promise: 'So many calls in one reply are no reply.',
    edits: edit('engine/step/generate.ts', ' || calls.length >= limits.callsPerReplyMax', ''),
  },
  {
    name: 'garbage-taken-for-a-reply',
    promise: 'What is no reply has said nothing.',
    edits: edit('engine/step/generate.ts', " || typeof value['text'] !== 'string'", ''),
  },
  {
    name: 'thrown-text-taken-for-a-result',
    promise: 'What a tool throws is labelled as a failure.',
    edits: edit(
      'engine/call/call.ts',
      "return failedOutput(cause instanceof Error ? cause.message : 'The tool gave no result.');",
      "return cause instanceof Error ? cause.message : '';",
    ),
  },
  {
    name: 'garbage-taken-for-a-result',
    promise: 'What is no result is a failure.',
    edits: edit(
      'engine/tool.ts',
      'if (parts.length < given.length) return undefined;',
      'if (parts.length > given.length) return undefined;',
    ),
  },
  {
    name: 'failed-result-not-told',
    promise: 'A tool that gives no text has failed.',
    edits: edit(
      'engine/call/call.ts',
      "return failedOutput('The tool gave no text.')",
      "return 'The tool gave no text.'",
    ),
  },
  {
    name: 'refusal-of-another-reason',
    promise: 'A refusal names its reason.',
    edits: edit(
      'session/transcript/client-message.ts',
      'refusalOf(known.decision, refusedAs, words)',
      "refusalOf(known.decision, 'limit-reached', words)",
    ),
  },
  {
    name: 'refusal-quotes-its-arguments',
    promise: 'A refusal never quotes a value.',
    edits: edit(
      'session/transcript/client-message.ts',
      'refusedAs, words)',
      "refusedAs, `${words ?? ''} ${call.args}`)",
    ),
  },
];
