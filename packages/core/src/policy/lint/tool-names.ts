/**
 * The words in a tool's name and description, as `sluice policy check` reads them. `sluice init`
 * guesses by the same ones, so that no first policy is warned of.
 */
export { controlSign } from './control-words.ts';
export { asksTheWeb, sourceWordIn, sourceWordOf } from './source-words.ts';
export {
  plainWriteWords,
  readWordIn,
  readWords,
  wordsIn,
  writeWordIn,
  writeWords,
} from './write-words.ts';
