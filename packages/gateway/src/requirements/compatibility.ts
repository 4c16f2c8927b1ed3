/** Promises about the clients that the gateway serves; see ../requirements.ts. */
export const compatibilityRequirements = {
  'compatibility/no-row-fails':
    'In every row of the table of clients the real client gets what it asked for over HTTP, and the ' +
    'provider is sent nothing that it refuses.',
  'compatibility/else-refused':
    'What would bring in state or have the provider act unseen is refused with status 400 and a hint, ' +
    'and a route that is not here with 400 or 404, before the provider hears of it.',
  'compatibility/else-left-out':
    'All else that is not in the table of clients stops no request: it is left out or kept unread, ' +
    'and the answer says so in its headers.',
} as const;
