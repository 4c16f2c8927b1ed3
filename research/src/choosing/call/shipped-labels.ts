import { fileURLToPath } from 'node:url';
import { readHandLabelled, type HandLabelledCall } from '../../screener/pair/hand-labels.ts';

/** The calls that an AI model labelled (docs/semantic-dependence.md). They hold ids alone. */
export function shippedHandLabels(): readonly HandLabelledCall[] {
  return readHandLabelled(fileURLToPath(new URL(shipped, import.meta.url)));
}

/** From the sources and from the build alike: sources ship. */
const shipped = '../../../src/choosing/call/labels.jsonl';
