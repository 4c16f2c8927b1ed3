/** Promises of run identity and of who may reach what; see ../requirements.ts. */
export const identityRequirements = {
  'run/never-milder':
    'Whatever a client does to its history, no label is milder than the true one: it can only ' +
    'lose trust. What it says as its user in a conversation that begins anew, or goes on from a ' +
    'whole history, is the word of its key.',
  'run/label-survives-power':
    'A loss of power takes no label that a run has reached: what it forgot carries that label.',
  'run/never-stricter':
    'A client that sends what it got has the labels that the library gives, whatever date its ' +
    'system turn holds and in whatever order it names its tools, restarts included, except that reads that were taken lazily are not lowered after a restart.',
  'run/alike-apart':
    'Conversations that read alike so far go on each for itself, however many there are.',
  'run/alike-shared':
    'Where nothing tells conversations apart that read alike, sharing lowers no label and asks no ' +
    'more than one of them would.',
  'run/any-system':
    'A run is found by its ids, then by its turns and calls, whatever the system turns say.',
  'run/known-again':
    'A turn that repeats what the run knows carries the label that it has there, and what the user ' +
    'said first is the user’s.',
  'run/known-again-declared':
    'A tool’s description or schema, or the form of an answer, that repeats what the run has read ' +
    'leaves the view with it; what was declared before stays, whoever repeats it.',
  'run/known-elsewhere':
    'What one run of a key has read is known again in a turn of another, in what is said of its ' +
    'tools and in the form of its answer, and never in one of another key.',
  'run/answered-elsewhere':
    'A tool’s result that repeats what another run of the key has answered carries its label; what ' +
    'others have only read raises no result.',
  'run/known-after-restart':
    'What a run of a key has read is known again in a turn of another after a restart and a ' +
    'reload, and is erased with its run.',
  'run/known-damaged':
    'Where the store cannot read what a run of a key knew, what that key sends carries top until ' +
    'the run is erased; the gateway starts all the same.',
  'run/unanswered':
    'Where the result of a call does not come, what the client says next carries what it would have.',
  'run/of-one-tenant':
    'The ids, runs and questions of another tenant open nothing, and are not told from unknown ones.',
  'run/of-one-profile': 'A run that was labelled under one profile is not known under another.',
  'run/foreign-history':
    'Where the history is somebody’s and no run of ours, all of the request carries top.',
  'run/known-by-its-own-words':
    'A known message is shown to the model as it was made, whatever the client made of it.',
  'run/refused-hidden':
    'Refused calls stay out of the client’s transcript and stand in the model’s with why; what the ' +
    'client gets is one response, its usage that of all generations.',
  'run/streamed-when-cleared':
    'Text goes out as it comes only where everything in view may be answered with; else the client ' +
    'reads nothing before the answer is decided.',
  'run/headers-restrict': 'A header may raise the label of what is new, and never lower it.',
  'run/decision-found':
    'Each answer names the decision under which all events of its turn are found, asked ones ' +
    'included.',
  'run/closed-routes':
    'Only listed routes are served, under the very path, and nothing of a request chooses where ' +
    'it is sent, its policy, its profile or its mode.',
  'run/headers-once':
    'A header that decides something and comes twice, or two keys that differ, are refused.',
  'run/hostile-json':
    'A body with duplicate keys, prototypes or no sense is served as it was read, or refused with ' +
    'a clear error, and changes nothing else.',
  'run/calls-are-structure':
    'A call that is only text stays text, and a call in a form that was not read is not given out.',
  'run/unknown-tools': 'A tool whose name only looks like a known one is never called unasked.',
  'run/no-secrets-out':
    'No key of a provider, key of another client, or text above what a client may hold stands in ' +
    'a response, a header or a line of the log.',
} as const;
