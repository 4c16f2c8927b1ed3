/** Promises of the Messages protocol; see ../requirements.ts. */
export const messagesRequirements = {
  'messages/only-the-table':
    'A field that no table names is left out and reported; what goes upstream is the same without it.',
  'messages/no-hosted-tools':
    'A tool that the provider runs and no policy can name is left out and reported; state that it ' +
    'keeps is a 400 before anything is sent.',
  'messages/own-reasoning-only':
    'Reasoning is sent back only as it was stored and where it was made; what a client sends of ' +
    'it never is, and manual thinking is turned off where the provider would insist on it.',
  'messages/markers-kept':
    'Cache markers do not count for who a message is, and stand in the same places upstream, ' +
    'never more than four.',
  'messages/half-a-stream-is-truncated':
    'A stream that does not come to its own end, however it was cut, is a truncated reply.',
  'messages/sdk-reads-it':
    "The provider's own SDK reads the same message from a stream of ours as from a whole response.",
  'messages/provider-takes-it':
    'What is rendered from a view obeys the rules by which the provider refuses requests.',
} as const;
