/** Promises of the independent checker; see ../requirements.ts. */
export const checkRequirements = {
  'check/agrees':
    'Over runs of monitors, sessions and gateways, under naive, redact-all and lineage, with lazy ' +
    'reads, refusals, questions and failures, the checker derives what the record says.',
  'check/views-at-ceilings':
    'It follows runs that try the view at its ceiling before a call is asked about, and finds a ' +
    'record that tries such views and says that it does not.',
  'check/tampering-found':
    'A record in which a label, a decision, a question, an answer, a result, the order or the ' +
    'number of events is not what it was shows a difference.',
  'check/violations-found':
    'A call that was carried out although it was refused, was never decided on, or ran before, is ' +
    'a violation, by the record and by the client’s own account alike.',
  'check/wrong-engine':
    'Of an engine that decides by milder ceilings or labels than the policy’s, the calls that it ' +
    'let run are violations.',
  'check/fail-closed':
    'What the checker cannot read or follow is a difference, and what is carried out after that a ' +
    'violation.',
  'check/own-lattice':
    'The checker’s lattice, written anew, orders and joins labels as the engine’s does.',
  'check/no-values': 'Findings name runs, numbers and types of events, and no text of a run.',
  'check/mutants-caught': 'Mistakes put into the checker are caught by its tests.',
} as const;
