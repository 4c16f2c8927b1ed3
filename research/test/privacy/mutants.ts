import { mutant, type Mutant } from '../mutants/mutant.ts';

/** Each must be caught by one of the checks at least. */
export const mutants: readonly Mutant[] = [
  mutant('rates-swapped-as-in-the-paper', 'measure/verdict.ts', [
    'return isPrivate && !asked;',
    'return !isPrivate && asked;',
  ]),
  mutant('a-call-not-made-was-asked-about', 'measure/verdict.ts', [
    'asked: record?.asked ?? false,',
    'asked: record?.asked ?? true,',
  ]),
  mutant('errors-are-safe', 'measure/verdict.ts', [
    'falseNegative: isError || calls.some(isMissed),',
    'falseNegative: !isError && calls.some(isMissed),',
  ]),
  mutant('errors-have-no-calls', 'measure/verdict.ts', [
    'const calls = isError ? erredCalls(task) :',
    'const calls = isError ? [] :',
  ]),
  mutant('any-question-is-a-false-positive', 'measure/verdict.ts', [
    'falsePositive: isPublic && calls.some(',
    'falsePositive: calls.some(',
  ]),
  mutant('leaks-are-not-private', 'measure/verdict.ts', [
    'isPrivate: isDue(task, step.tool, categories) || leaks,',
    'isPrivate: isDue(task, step.tool, categories),',
  ]),
  mutant('unexpected-calls-are-harmless', 'measure/verdict.ts', [
    'const isPrivate = leaksIn(task, undefined, record) > 0 || isDue(task, record.tool, []);',
    'const isPrivate = false;',
  ]),
  mutant('one-call-stands-for-all-of-its-tool', 'measure/verdict.ts', [
    'tool === record.tool && !made.has(index)',
    'tool === record.tool',
  ]),
  mutant('a-label-that-holds-the-right-one-is-exact', 'measure/verdict.ts', [
    "return a.toSorted().join('\\n') === b.toSorted().join('\\n');",
    'return b.every((each) => a.includes(each));',
  ]),
  mutant('a-late-answer-holds', 'measure/claims.ts', [
    'return late === 0 ? [] :',
    'return late >= 0 ? [] :',
  ]),
  mutant('reasons-of-one-run-alone', 'measure/measures.ts', [
    'counts[because] = (counts[because] ?? 0) + count;',
    'counts[because] = count;',
  ]),
  mutant('rates-over-the-37', 'measure/measures.ts', [
    'const calls = verdictsOf(drawn).flatMap',
    'const calls = verdictsOf(granted).flatMap',
  ]),
  mutant('rates-over-all-calls', 'measure/measures.ts', [
    'calls.filter(({ isPrivate }) => !isPrivate)',
    'calls.filter(({ isPrivate }) => !isPrivate || isPrivate)',
  ]),
  mutant('refused-is-granted', 'measure/measures.ts', [
    'utilityRefused: doneShare(refused),',
    'utilityRefused: doneShare(granted),',
  ]),
  mutant('errors-leave-utility', 'measure/measures.ts', [
    'return ratio(done.length, played.length);',
    "return ratio(done.length, played.filter((each) => each.played.kind === 'finished').length);",
  ]),
  mutant('the-monitor-backs-the-propagator', 'measure/measures.ts', [
    'call.isPrivate && (call.foundPublic || !call.asked)',
    'call.isPrivate && !call.asked',
  ]),
  mutant('an-error-leaks-nothing', 'measure/measures.ts', [
    "if (played.kind === 'error') return true;",
    "if (played.kind === 'error') return false;",
  ]),
  mutant('refused-calls-leak', 'measure/measures.ts', [
    'call.executed && !call.asked',
    '!call.asked',
  ]),
  mutant('errors-of-the-37-alone', 'measure/measures.ts', [
    'const all = [granted, refused, careless, choosing, drawn].flat();',
    'const all = granted;',
  ]),
  mutant('best-by-the-tasks-it-is-measured-on', 'measure/best.ts', [
    'function standingOf({ defence: { name }, choosing }: DefenceRuns): Standing {',
    'function standingOf({ defence: { name }, drawn: choosing }: DefenceRuns): Standing {',
  ]),
  mutant('best-that-asks-the-reader', 'measure/best.ts', [
    'defence.local && choosing.length > 0',
    'choosing.length > 0',
  ]),
  mutant('best-with-the-fewest-exact-labels', 'measure/best.ts', [
    'b.exact - a.exact ||',
    'a.exact - b.exact ||',
  ]),
  mutant('unknown-figures-are-0', 'measure/privacy-figures.ts', [
    'if (value === undefined) continue;',
    '',
  ]),
  mutant('bounds-are-not-held', 'measure/claims.ts', [
    'falseNegativeCases <= bounds.falseNegativeCases &&',
    '',
  ]),
  mutant('leaks-are-claimed-away', 'measure/claims.ts', [
    'holds: leaks === 0, detail }]',
    'holds: leaks < 99, detail }]',
  ]),
  mutant('running-text-says-anything', 'run/wanted.ts', [
    'return copied.every(({ text }) => standsIn(said, text));',
    'return true;',
  ]),
  mutant('arguments-that-were-never-wanted', 'run/wanted.ts', [
    '!(name in step.args) && name !== freeTextOf(task, step)',
    'name === freeTextOf(task, step) && !(name in step.args)',
  ]),
  mutant('what-is-needed-leaks', 'run/wanted.ts', ['!isNeeded(step, text) &&', '']),
  mutant('what-the-user-said-leaks', 'task/telling-facts.ts', ['task.request, ', '']),
  mutant('done-with-other-changes', 'run/is-done.ts', [
    'return allMade && nothingElse && isTold',
    'return allMade && isTold',
  ]),
  mutant('done-without-a-word', 'run/is-done.ts', ['nothingElse && isTold &&', 'nothingElse &&']),
  mutant('done-in-another-world', 'run/is-done.ts', [
    ' && world.state() === stateAfter(task);',
    ';',
  ]),
  mutant('one-call-for-two-steps', 'run/is-done.ts', ['calls.splice(at, 1);', '']),
  mutant('results-carry-nothing-of-their-call', 'task/oracle-label.ts', [
    'need.step === undefined ? [] : earlier(task, need.step, index)',
    'need.step === undefined || index > 0 ? [] : earlier(task, need.step, index)',
  ]),
  mutant('the-choice-of-a-call-rests-on-nothing', 'task/oracle-label.ts', [
    'return [...because, ...Object.values',
    'return [...Object.values',
  ]),
];
