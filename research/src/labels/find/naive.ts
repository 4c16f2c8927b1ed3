import { fullLabel } from '@sluice/local';
import type { Finder } from './finder.ts';

/** Every document is relevant: the label of the context. */
export const naiveFinder: Finder = ({ context }) => {
  return Promise.resolve({ labels: [fullLabel(context)], contexts: 0 });
};
