/** See `requirements.ts`. */
export const byNameRequirements = {
  'local/noninterference':
    'Whatever a propagator that runs on a local model answers, by mistake or on purpose, two runs that choose the same labels look the same below an observer.',
  'local/what-to-type':
    'Where the weights or the peer of a propagator are missing, it is not opened, and the error says what to type.',
} as const;
