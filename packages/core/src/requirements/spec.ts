/** Promises of the specification and of the random runs against it; see ../requirements.ts. */
export const specRequirements = {
  'spec/noninterference':
    'Two runs that differ only above an observer, and choose the same labels, look the same to it.',
  'spec/engine-equal':
    'On random runs the engine sends, asks, runs, refuses and labels what the specification does.',
  'spec/short': 'The specification of labels, redaction and the step loop is at most 225 lines.',
  'spec/mutants-caught': 'A mutated engine fails the properties that the engine itself passes.',
  'spec/mutants-apply': 'A mutant whose text no longer stands in the engine is an error.',
  'proof/theorems': 'The prover accepts every theorem about the model, and none rests on an axiom.',
  'proof/binding': 'On random whole runs the extracted model does what the specification does.',
  'proof/table':
    'Each declaration of the specification has its definition in the model; one that changes fails the tests until the model has followed.',
  'proof/mutants-apply': 'A mutant whose text no longer stands in the model is an error.',
  'proof/mutants-caught': 'A mistake in the model fails a proof or the binding.',
  'proof/says-what-to-type':
    'Where the prover is not installed, `npm run proof` says what to type, and checks nothing.',
} as const;
