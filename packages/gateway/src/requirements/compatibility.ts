/** Promises about the clients that the gateway serves; see ../requirements.ts. */
export const compatibilityRequirements = {
  'compatibility/no-row-fails':
    'In every row of the table of clients the real client gets what it asked for over HTTP, and the ' +
    'provider is sent nothing that it refuses.',
  'compatibility/else-refused':
    'What is not in the table of clients is refused with status 400 and a hint, before the provider ' +
    'hears of it.',
} as const;
