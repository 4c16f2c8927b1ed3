/** See `requirements.ts`. */
export const askingRequirements = {
  'asking/counted':
    'Of a model that is asked what a draft depends on, answers that cannot be used are counted, and each makes everything relevant.',
  'introspection/fails-wide':
    'Introspection that is not answered with numbers that exist, each once, makes everything relevant.',
  'introspection/markers': 'No text of a document can open or close another one for introspection.',
  'introspection/clearance': 'Introspection sends nothing above the clearance of its model.',
  'local/noninterference':
    'Whatever a propagator that runs on a local model answers, by mistake or on purpose, two runs that choose the same labels look the same below an observer.',
  'local/what-to-type':
    'Where the weights or the peer of a propagator are missing, it is not opened, and the error says what to type.',
} as const;
