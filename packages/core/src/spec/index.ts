/**
 * The executable specification, for programs that check a record without the engine: `turn` runs
 * algorithm 4 from a user message to its answer, `generate`, `act` and `finish` are its parts for
 * whoever holds the history while a client drives the loop.
 */
export { act, finish, generate, raise, raiseParts, regions, screen, turn } from './spec.ts';
export { textOut } from './answer.ts';
export { shortcutsOf, type ShortcutSettings } from './before-asking.ts';
export { draftedBy, type Drafter } from './draft-by-other.ts';
export { lowerRegion, type Lowering } from './lowering.ts';
export { plain, whole } from './world.ts';
export type {
  Answer,
  BeforeAsking,
  Call,
  Done,
  Entry,
  Exchange,
  History,
  Labels,
  Output,
  Parts,
  Person,
  Question,
  Region,
  Relevance,
  Reply,
  Ruling,
  Shortcuts,
  Step,
  Turn,
  View,
  SpecWorld,
} from './world.ts';
