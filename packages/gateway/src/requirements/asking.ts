/** Promises of asking out of the client's reach; see ../requirements.ts. */
export const askingRequirements = {
  'ask/exact-call':
    'What runs after a yes is the very call that was shown, every character of its arguments.',
  'ask/once':
    'An approval gives a call out once; the same body is answered the same while its client may ' +
    'still not have had the answer, and not for ever.',
  'ask/narrow-first':
    'A call is asked about or refused for its label only after the view that `beforeAsking` names ' +
    'was tried: by default the propagator’s, at whose label it is then asked about.',
  'ask/as-written': 'Under `shortcuts: none` no draft of the model is what its client is given.',
  'ask/no-answer-is-no': 'A question that nobody answers in time is no, and the model is told.',
  'ask/replayed':
    'A turn that nobody answered in time ends with the question’s id; after a yes the next request ' +
    'gets the stored call, and the model is not asked again.',
  'ask/held-shown':
    'Where a stream of prose waits for a person, its user sees at once that it does and where to ' +
    'decide it; the model never sees that text, and a client that sends it back loses no trust by it.',
  'ask/held-names-no-more':
    'The text that says that a call waits names its tool only where an answer with the label of the ' +
    'call would go out, and nothing else of the call.',
  'ask/held-error':
    'Where a program reads the answer, and where the profile says so, a call that still waits is an ' +
    'error that no client library sends again by itself.',
  'ask/held-named':
    'A response that waits for a person names the questions in `x-sluice-question`.',
  'ask/acting-answer':
    'An answer that its client acts on is asked about like a call: till a person lets it through, ' +
    'whole and once, the client has an error that no library sends again, and nothing of the answer.',
  'ask/withdrawn':
    'A question whose client has gone away and not come back is withdrawn; one that comes later is ' +
    'asked for anew.',
  'ask/key-holds':
    'A call that was approved while its client waited is not given to a key that was replaced or ' +
    'revoked meanwhile, and is not used up.',
  'ask/stream-kept-alive':
    'A stream that waits for a person is kept open by events of its protocol, which clients count ' +
    'and none takes for content.',
  'ask/joins': 'A retry of the same body joins the question that waits, and asks nothing again.',
  'ask/not-in-band': 'Nothing that goes through the client or the model answers a question.',
  'ask/caps':
    'Open questions are capped for each run and each tenant; those of one starve no other, and ' +
    'those that have expired do not count.',
  'ask/placeholder': 'A call with a placeholder in its arguments is refused and never asked about.',
  'ask/lost':
    'An approval whose call was not given out because the process ended is told of after a ' +
    'restart: the call is not made.',
  'ask/used-survives-power':
    'That an approval was used lies on the disk before its call is given out: after a loss of power ' +
    'it is used, or its outcome is told of as lost, and never given a second time.',
  'ask/one-conversation':
    'An approved call goes to the conversation that it came of, and to no other.',
  'ask/branch-apart':
    'A branch of a conversation that waits neither gets the call nor takes it away.',
  'ask/one-tool':
    'An approved call goes to the tool that it was shown for, by name, type and schema; else it is ' +
    'taken back, and the model is told.',
  'ask/asked-once':
    'A person is not asked again about a call that waits for them or that they have let through, and ' +
    'of several the oldest that they let through is given out first.',
  'ask/callable':
    'An approved call is given to no request that may not make it, by its tools or its choice of ' +
    'tools; the yes stays for one that may, until it expires.',
  'ask/one-client': 'A call that one client’s request led to is given to no other client.',
  'ask/policy-of-now': 'What one policy let be asked is not given out under another.',
} as const;
