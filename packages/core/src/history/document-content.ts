import type { Label, LabelSpace } from '../label/label.ts';
import { Content, type Region } from './content.ts';
import type { DocumentNode } from './structured.ts';

/** A document and the label of each of its nodes; a container's label is that of its shape. */
export interface LabelledDocument {
  readonly root: DocumentNode;
  readonly labelOf: (node: DocumentNode) => Label;
}

/** One region for every value of a document, as `parseStructured` read it from this very text. */
export function contentOfDocument(
  space: LabelSpace,
  text: string,
  { root, labelOf }: LabelledDocument,
): Content {
  const regionOf = (node: DocumentNode): Region => {
    const { start, end, form, path, children } = node;
    return { start, end, form, path, label: labelOf(node), parts: children.map(regionOf) };
  };
  return Content.of(space, text, regionOf(root));
}
