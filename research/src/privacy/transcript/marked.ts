/** A stretch of a transcript between two markers, without the stretches inside it. */
export interface Marked {
  readonly number: number;
  readonly text: string;
}

const marker = /<<(\/?)(?:REGION|DOCUMENT)_(\d+)>>/g;

/** The numbered stretches of a transcript (`transcriptOf` of the core), in the order of numbers. */
export function markedIn(transcript: string): readonly Marked[] {
  const open: { readonly number: number; text: string }[] = [];
  const closed: Marked[] = [];
  let from = 0;
  for (const match of transcript.matchAll(marker)) {
    const around = open.at(-1);
    if (around !== undefined) around.text += transcript.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[1] === '') open.push({ number: Number(match[2]), text: '' });
    else closed.push(...open.splice(-1));
  }
  return closed.toSorted((a, b) => a.number - b.number);
}
