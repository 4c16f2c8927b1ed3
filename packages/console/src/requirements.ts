/** Promises of the text that a call is shown by, on a page and on a terminal. */
export const consoleTextRequirements = {
  'shown/all-of-it':
    'What is shown of a call is made of every character of its arguments: two calls that differ ' +
    'are never shown alike.',
  'shown/nothing-hidden':
    'Invisible characters, control characters and those that turn the direction are written out by ' +
    'their number.',
} as const;

export type ConsoleTextRequirementId = keyof typeof consoleTextRequirements;
