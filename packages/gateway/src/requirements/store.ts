/** Promises of the store: what survives, what stays sealed, what is found out. */
export const storeRequirements = {
  'store/acknowledged': 'An acknowledged write is there after the process is killed.',
  'store/all-or-nothing': 'A change is kept whole or not at all, and fails alone.',
  'store/entries-kept': 'An entry of working state is never changed by a later one.',
  'store/private': 'The files of a store are for its user alone, or it does not open.',
  'store/sealed': 'No payload, label, working state or question stands in the files in clear.',
  'store/bound': 'A sealed row that is put in the place of another does not open.',
  'store/master-key': 'A master key that is wrong, malformed or missing is a clear error.',
  'run/propagator-forgets':
    'The propagator is told to forget a run that is erased, or leaves memory, when its last turn is over.',
  'run/propagator-late':
    'A propagator that takes longer than its profile says makes everything relevant.',
  'run/staged':
    'Where a profile says so, what a call only says is taken from the draft and keeps its label, also after a restart, while what is acted on comes from the view that it depends on.',
  'store/erased':
    'Of an erased run nothing opens, the key is in no file of SQLite, and the chain holds.',
  'store/retained': 'Retention drops old state and old payloads alone, and the chain holds.',
  'store/record':
    'Of a payload and its label no more is kept than the record mode of its tenant says.',
  'store/chain': 'A row of the audit that was altered, deleted or moved is found, the first named.',
  'store/anchor': 'An audit that was cut off or rewritten is found through an anchor outside.',
  'store/answered-once': 'An approval is used once, however many try at once.',
  'store/answered-shown': 'An answer to anything but what was shown changes nothing.',
  'store/answered-in-time': 'After its expiry a question cannot be answered and a yes not used.',
  'store/answered-duty': 'Where duties are separated, everyone who is named must say yes.',
  'store/question-proof':
    'A state of a question, or an answer to it, that the gateway did not write opens nothing.',
  'store/question-chain':
    'A question put back to what it once was is found, and its approval is not used again.',
  'store/credentials': 'A credential is found by the hash of its secret until it is revoked.',
  'store/faults':
    'A fault of the disk or the file is a clear error and loses no acknowledged write.',
  'store/newer': 'A database of a newer version is left alone.',
  'store/jsonl': 'An export as lines holds every event that its reader asks for, once, in order.',
  'store/spans': 'An export as spans holds each generation with what it saw and said.',
  'store/long-texts':
    'A long text is stored in pieces, between which other changes are made; it comes back whole, or ' +
    'not at all.',
} as const;
