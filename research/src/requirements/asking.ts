/** See `requirements.ts`. */
export const askingRequirements = {
  'asking/counted':
    'Of a model that is asked what a draft depends on, answers that cannot be used are counted, and each makes everything relevant.',
  'introspection/fails-wide':
    'Introspection that is not answered with numbers that exist, each once, makes everything relevant.',
  'introspection/markers': 'No text of a document can open or close another one for introspection.',
  'introspection/clearance': 'Introspection sends nothing above the clearance of its model.',
  'labels/multi-execution':
    'What multi-execution chooses is a function of the regions that flow to it and of the labels present.',
} as const;
