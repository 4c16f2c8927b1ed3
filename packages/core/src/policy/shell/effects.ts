import type { FileKind } from '../file/kinds.ts';

/** What a command may do. */
export const effects = [
  'read',
  'readForeign',
  'readOutside',
  'readSecret',
  'write',
  'writeSettings',
  'writeElsewhere',
  'run',
  'install',
  'network',
  'unknown',
] as const;

export type Effect = (typeof effects)[number];

/** Effects that change nothing. */
export const readingEffects: readonly Effect[] = [
  'read',
  'readForeign',
  'readOutside',
  'readSecret',
];

const ofReading = {
  project: 'read',
  document: 'readForeign',
  settings: 'read',
  secret: 'readSecret',
  dependency: 'readForeign',
  outside: 'readOutside',
} satisfies Readonly<Record<FileKind, Effect>>;

/** Whoever changes a dependency changes what is installed; where money goes may stand in `.env`. */
const ofWriting = {
  project: 'write',
  document: 'write',
  settings: 'writeSettings',
  secret: 'writeSettings',
  dependency: 'install',
  outside: 'writeElsewhere',
} satisfies Readonly<Record<FileKind, Effect>>;

/** Names, sizes and dates are no secret. */
const ofListing = { ...ofReading, document: 'read', secret: 'read' } satisfies Readonly<
  Record<FileKind, Effect>
>;

export type Access = 'read' | 'write' | 'list';

export const effectOf: Readonly<Record<Access, Readonly<Record<FileKind, Effect>>>> = {
  read: ofReading,
  write: ofWriting,
  list: ofListing,
};
