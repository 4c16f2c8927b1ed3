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
} as const;
