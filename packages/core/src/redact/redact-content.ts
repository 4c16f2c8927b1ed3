import { type Content, type Region, reveal } from '../history/content.ts';
import { type Part, revealOpaque } from '../history/message.ts';
import type { PlainPart } from '../history/plain.ts';
import type { Label, LabelSpace } from '../label/label.ts';

/** The fixed placeholder: it reveals neither the length nor the label of what it hides. */
export const placeholder = '[redacted]';

/**
 * The text of a content with every region that does not flow to `label` as the placeholder (RTBAS
 * alg. 3), or the bare placeholder where nothing of it flows. JSON and YAML stay parseable. A
 * function of the regions that flow to `label`: of a hidden region not even its form is left.
 */
export function redactContent(space: LabelSpace, content: Content, label: Label): string {
  const text = reveal(content);
  if (space.flowsTo(content.label, label)) return text;
  if (!space.flowsTo(content.root.label, label)) return placeholder;
  return new Redaction(text, (region) => space.flowsTo(region.label, label)).of(content.root);
}

/** A hidden part reads so, whatever it was. */
const hiddenPart: PlainPart = Object.freeze({ kind: 'text', text: placeholder });

/** The parts of a message whose shape is hidden. */
export const hiddenParts: readonly PlainPart[] = Object.freeze([hiddenPart]);

/** A part of a message; an opaque one is passed on whole or hidden whole. */
export function redactPart(space: LabelSpace, part: Part, label: Label): PlainPart {
  if (part.kind === 'text') {
    return Object.freeze({ kind: 'text', text: redactContent(space, part.content, label) });
  }
  if (!space.flowsTo(part.label, label)) return hiddenPart;
  return Object.freeze({
    kind: 'opaque',
    mediaType: part.mediaType,
    data: revealOpaque(part.data),
  });
}

/** Goes through a text once, and writes what is shown of it. */
class Redaction {
  readonly #text: string;
  readonly #isShown: (region: Region) => boolean;
  readonly #written: string[] = [];
  /** The last character written, or `hidden` after a placeholder in running text. */
  #last = '';

  constructor(text: string, isShown: (region: Region) => boolean) {
    this.#text = text;
    this.#isShown = isShown;
  }

  of(root: Region): string {
    this.#show(root);
    return this.#written.join('');
  }

  #show(region: Region): void {
    let at = region.start;
    let hiddenKeys = 0;
    for (const part of region.parts) {
      this.#write(at, part.start);
      if (this.#isShown(part)) this.#show(part);
      else if (part.form === 'key') this.#hide(part, (hiddenKeys += 1));
      else this.#hide(part);
      at = part.end;
    }
    this.#write(at, region.end);
  }

  #write(start: number, end: number): void {
    if (start === end) return;
    this.#written.push(this.#text.slice(start, end));
    this.#last = this.#text.charAt(end - 1);
  }

  /** No mapping has one key twice, so that hidden keys are counted. */
  #hide({ form }: Region, count = 1): void {
    if (form === 'text') {
      // Neighbours in running text are one placeholder: their number is theirs to know.
      if (this.#last !== 'hidden') this.#written.push(placeholder);
      this.#last = 'hidden';
      return;
    }
    // In YAML a value begins at its indicator, and `key:"x"` is not a mapping.
    const gap = /^[:,-]$/.test(this.#last) ? ' ' : '';
    const counted = count === 1 ? placeholder : `${placeholder} ${count}`;
    this.#written.push(`${gap}"${counted}"`);
    this.#last = '"';
  }
}

/**
 * True if call arguments hold the placeholder, in a value or a key: what the model could not see it
 * cannot have meant. Escapes, percent-encoding and case do not hide it; what cannot be looked
 * through counts as holding it.
 */
export function isPlaceholderIn(args: string): boolean {
  if (holdsPlaceholder(args)) return true;
  // Only an escape makes another text of it.
  if (!args.includes('\\')) return false;
  try {
    return holdsPlaceholder(JSON.stringify(JSON.parse(args)));
  } catch (error) {
    return !(error instanceof SyntaxError);
  }
}

function holdsPlaceholder(text: string): boolean {
  const plain = text.replaceAll(/%5b/gi, '[').replaceAll(/%5d/gi, ']').toLowerCase();
  return plain.includes(placeholder);
}
