/** See `requirements.ts`. */
export const screenerRequirements = {
  'screener/file':
    'A screener’s file that is cut off, of other features, of another size or of no finite number is refused.',
  'attention/copied':
    'With a model that copies, `attention` finds the region that an argument was copied from, and not its neighbours.',
  'attention/fails-closed':
    'Where `attention` may not read a history, cannot read a draft, has no room, knows another model, or is told no number, every region is relevant.',
  'attention/unseen':
    'What the small model is not shown is relevant: system turns, parts that are no text, and regions of which it reads no token or not every one.',
  'attention/long-drafts':
    'Every token of a draft is read, in several readings where it is long; one that would need more than 32 windows makes every region relevant.',
  'attention/no-saliency':
    'Where an output token has no saliency at all, the regions that it was read with are relevant.',
} as const;
