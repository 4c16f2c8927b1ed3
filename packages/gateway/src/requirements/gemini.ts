/** Promises of Gemini's protocol; see ../requirements.ts. */
export const geminiRequirements = {
  'gemini/calls-known':
    'A call of ours is known again where its client sends it back without its id, under another ' +
    'one, or in several contents; a result without an id answers the first open call of its name.',
  'gemini/own-signatures-only':
    'Thoughts and signatures are sent back only as they were stored and behind the very view that ' +
    'they were made from; elsewhere a call asks for no check, and what a client sends never passes.',
  'gemini/files-with-results':
    'A file that stands behind the result of a tool is the tool’s, and not what the user says.',
  'gemini/key-in-query':
    'A client’s key in the query opens the gateway, and reaches neither the provider nor the log.',
  'gemini/every-spelling':
    'A field has the same meaning, and is refused alike, in both spellings that the provider takes.',
} as const;
