import type { Label, LabelSpace } from '../src/label/label.ts';
import { Content, type Outline } from '../src/history/content.ts';
import type { DocumentNode } from '../src/history/structured.ts';

/** A document and the label of each of its nodes; a container's label is that of its shape. */
export interface LabelledDocument {
  readonly root: DocumentNode;
  readonly labelOf: (node: DocumentNode) => Label;
}

const nodes: Pick<Outline<DocumentNode, undefined>, 'partsOf' | 'overOf'> = {
  partsOf: ({ children }) => children,
  overOf: () => undefined,
};

/** One region for every value of a document, as `parseStructured` read it from this very text. */
export function contentOfDocument(
  space: LabelSpace,
  text: string,
  document: LabelledDocument,
): Content {
  return Content.from(space, text, { ...nodes, ...document });
}
