export { type Fact, factOf, nameOf, type Source, valueOf } from './fact.ts';
export { foldsOf, longText, wholeMax, type Folds, type Range } from './long-text.ts';
export { membersIn, membersOf, type Member } from './members.ts';
export { escaped, piecesOf, textOf, written, type Piece, type Why } from './pieces.ts';
export { type Passage, passagesOf } from './passages.ts';
export { uninspectableIn, unpackedIn } from './uninspectable.ts';
