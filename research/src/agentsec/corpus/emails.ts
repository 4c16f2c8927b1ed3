/** What a passage may have, so that prompts stay as long as they are. */
const passageLettersMax = 400;

/**
 * The bodies of plain e-mails, one after the other in a text. A mail begins with a block of
 * headers, at the beginning of the text, after an empty line, or with `Message-ID:` or mbox's
 * `From ` on any line: two `Name: value` lines at least, or `From ` and one, up to an empty line.
 * A text without headers is one passage. Bodies are cut after 400 letters, at the end of a word.
 */
export function readEmails(text: string): readonly string[] {
  const plain = text.replaceAll('\r\n', '\n').trimStart();
  return plain
    .split(headers)
    .map(passageOf)
    .filter((body) => body !== '');
}

/** A field, with the lines that go on with it. */
const field = String.raw`[A-Za-z][A-Za-z-]*:.*\n(?:[ \t]+.*\n)*`;

/** One line that looks like a field is a sentence of a body. */
const block = String.raw`(?:From .*\n(?:${field})+|(?:${field}){2,})\n`;
const headers = new RegExp(String.raw`(?:^|\n[ \t]*\n|\n(?=Message-ID:|From ))${block}`);

function passageOf(body: string): string {
  const flat = body.replaceAll(/\s+/g, ' ').trim();
  if (flat.length <= passageLettersMax) return flat;
  const cut = flat.slice(0, passageLettersMax);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 1));
}
