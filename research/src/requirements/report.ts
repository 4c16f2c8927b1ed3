export const reportRequirements = {
  'report/one-file':
    'The report is one page that asks nobody for anything, and its policy forbids it.',
  'report/text-stays-text':
    'No text of a run, and no name in a ledger, becomes markup, script or style in the report.',
  'report/same-bytes':
    'The same ledgers give the same report, byte for byte, in whatever order their trials ended.',
  'report/worst-case-marked':
    'Figures of a worst-case reader are marked as not a real model’s, wherever they are printed.',
  'report/versions-apart': 'Trials of different versions never stand in one figure.',
  'report/errors-shown':
    'An error is shown as an error, never as a task done or as an attack stopped.',
  'report/small': 'A report of 3,000 cases with their time lines has less than 5 MB.',
  'report/same-cases':
    'A comparison is over the cases that both sides have, and names those that changed or are missing.',
  'report/suites':
    'The report shows each suite’s kept result beside the ledgers, and says so where other code measured it.',
  'report/suite-whole':
    'A result of a suite stands in its file whole or not at all, and a file that is none is named, never read.',
  'report/suite-figures':
    'Of figures with one name the present code’s stand for all, a whole suite’s before a slice’s, the newest first.',
  'bench/result-kept':
    'A measuring command keeps its result with what to type, the code, the time and its seconds.',
  'bench/all-goes-on':
    'A suite that fails stops no other suite of `sluice bench all`, and makes its exit code 1.',
  'bench/all-kept':
    '`sluice bench all` runs no suite again that the present code has measured, unless `--again` is given.',
  'bench/all-named': 'What `sluice bench all` leaves out it names, with what to type.',
} as const;
