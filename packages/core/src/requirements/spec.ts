/** Promises of the specification and of the random runs against it; see ../requirements.ts. */
export const specRequirements = {
  'spec/noninterference':
    'Two runs that differ only above an observer, and choose the same labels, look the same to it.',
  'spec/engine-equal':
    'On random runs the engine sends, asks, runs, refuses and labels what the specification does.',
  'spec/short': 'The specification of labels, redaction and the step loop is at most 225 lines.',
  'spec/mutants-caught': 'A mutated engine fails the properties that the engine itself passes.',
  'spec/mutants-apply': 'A mutant whose text no longer stands in the engine is an error.',
} as const;
