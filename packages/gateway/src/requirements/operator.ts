/** Promises of the operators' API, its webhook and its terminal; see ../requirements.ts. */
export const operatorRequirements = {
  'operator/agents-key-opens-nothing':
    'The key of a client opens no route of the operators’ API, and that it was tried is recorded.',
  'operator/gateway-proven':
    'An operator’s key is sent only to a gateway that has shown that it knows it already; who took ' +
    'its port does not get it.',
  'operator/proof-not-relayed':
    'The proof is for the address that was called: who listens at another one and passes on what ' +
    'they are asked does not get the key.',
  'operator/roles':
    'Each route takes the role that one table names for it, and there are no other routes.',
  'operator/cleared-only':
    'A question is shown and can be answered only by those who are cleared for all that it shows; ' +
    'the others learn a number.',
  'operator/other-tenant':
    'What belongs to another tenant, and what is above one’s clearance, is as if it were not there.',
  'operator/binds-to-what-was-shown':
    'An approval counts for the very call that was shown, by its hash, before it expires, and once.',
  'operator/duty-separated':
    'Where the label names who must approve, each of them says yes with a key of their own, and ' +
    'nobody lets a call of their own client through alone.',
  'operator/endorses-what-was-read':
    'What an endorsement frees is the text that was shown whole, at the label that it had, wherever ' +
    'it stands by then; a changed text is refused.',
  'operator/region-parts':
    'The text of a region is shown cut where its parts stand: no text looks like the place of one.',
  'operator/region-shape':
    'Who is not cleared for the shape of a message is shown no region of it, and lowers none.',
  'operator/endorsed-known-again':
    'A turn of the user that repeats what was endorsed carries the label that it was given, and what ' +
    'was erased is known again nowhere.',
  'operator/endorses-at-once': 'An endorsement waits for no client that waits for a person.',
  'operator/get-decides-nothing': 'No GET changes a question, a run, a key or a policy.',
  'operator/no-foreign-pages':
    'A request under a foreign host name, from a foreign origin, or in a form that a page may send ' +
    'unasked is refused.',
  'operator/acts-recorded':
    'Every act of an operator is in the audit before it is done or with it: who, and why.',
  'operator/secrets-once':
    'A secret is in the answer that made it and nowhere else; the store holds its SHA-256.',
  'operator/secret-replaced':
    'A client’s key whose secret is replaced keeps its id and its runs; the old secret opens nothing ' +
    'from then on.',
  'operator/events-redacted':
    'Events above an operator’s clearance are redacted as `sluice why` does, their labels too, and ' +
    'what cannot be redacted is left out.',
  'operator/labels-told':
    'A label that names other readers than an operator’s clearance is not told to them, wherever it ' +
    'stands: in events, questions and regions.',
  'operator/export-redacted':
    'An export as spans holds no more than the events do that its reader is shown.',
  'operator/why-step':
    'What is told of an answer is its whole step: turns that its client did not see, calls that were ' +
    'refused, and questions with what came of them, however late.',
  'operator/why-cleared':
    '`sluice why` tells one who is not cleared that something is above their clearance, and nothing ' +
    'of it.',
  'operator/export-whole':
    'An exported file is for its user alone, is there whole or not at all, and replaces nothing ' +
    'unless that was asked for.',
  'operator/flood':
    'With 1,000 open questions the list answers in pages, and new ones push no older one off the ' +
    'first page.',
  'operator/document': 'The OpenAPI document names every route, and every route in it answers.',
  'operator/limits': 'Bodies, headers, addresses and requests at once are limited.',
  'operator/webhook-no-values':
    'A webhook tells id, tenant, run, a declared tool’s name and when the question ends, signed ' +
    'by HMAC-SHA256, and no value.',
  'operator/webhook-never-blocks':
    'Nobody waits for a webhook: it is tried again a limited number of times, then given up.',
  'operator/terminal-shows-all':
    'The terminal writes out every control and invisible character of a question, and names every ' +
    'letter that may pass for another.',
  'operator/acting-answer':
    'An answer that its client acts on is shown as what that would do with it: edits, files, diffs, ' +
    'commands and code, with the lines that a stranger wrote marked, and no line passes for ours.',
  'operator/acting-clients':
    'Doctor names clients that act on the text of answers under a policy that takes these for ' +
    'words, and the policy that is shipped for each.',
  'operator/evidence-under-padding':
    'Whatever pads a call, its deciding arguments are shown first, in clear and with their origin, and ' +
    'long ones by their length.',
  'operator/terminal-asks':
    'The terminal approves nothing without a yes at a keyboard or `--yes`, and prints no secret ' +
    'into a pipe unasked.',
  'operator/typed-ahead':
    'What was typed before a question stood on the screen is no answer to it, and one key alone ' +
    'neither.',
} as const;
