export const choosingRequirements = {
  'choosing/same-calls':
    'Every propagator is asked about the same calls; one that cannot say has found everything, and stays in every average.',
  'choosing/alternatives': 'A source is found where one of its alternatives is named as a whole.',
  'choosing/own-truth':
    'In tasks of our own, naming what a call is made from finds every source, names nothing else, and gives the exact label.',
  'choosing/sample':
    'Which calls are sampled depends on seed and ids alone, and a smaller sample is part of a larger one.',
  'choosing/resumes':
    'An answer that was kept is not asked for again, and one that was cut off is.',
} as const;
