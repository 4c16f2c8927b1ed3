export const screenerRequirements = {
  'screener/split':
    'All recorded calls of a user’s task, of whatever model and attack, are in one part: training, validation or test.',
  'screener/no-text':
    'A file of observations holds numbers and names of tasks and models, and no text of a run.',
  'screener/draw':
    'Which calls are drawn depends on a seed and on the calls, not on the order of files; every beginning of the draw is a sample of all suites and kinds.',
  'screener/resumes': 'A measurement that was made is not made again, and one that was cut off is.',
  'screener/untouched':
    'Training, stopping, calibration and threshold look at no test task: other test data train the same screener.',
  'screener/shipped':
    'The figures of the shipped screener on test tasks are within their bounds, computed again from what was measured.',
} as const;
