/** What a passage may have, so that prompts stay as long as they are. */
const passageLettersMax = 400;

/**
 * The bodies of plain e-mails, one after the other in a text: each begins with a block of headers,
 * `Name: value` lines up to an empty one, whose first is `From:`, `Message-ID:` or mbox's `From `.
 * A text without headers is one passage. Bodies are cut after 400 letters, at the end of a word.
 */
export function readEmails(text: string): readonly string[] {
  const plain = text.replaceAll('\r\n', '\n');
  const bodies = plain
    .split(/^(?=From |From:|Message-ID:)/m)
    .map((mail) => (header.test(mail) ? mail.replace(header, '') : mail));
  return bodies.map(passageOf).filter((body) => body !== '');
}

const header = /^(?:From .*\n)?(?:[A-Za-z-]+:.*\n(?:[ \t]+.*\n)*)+\n/;

function passageOf(body: string): string {
  const flat = body.replaceAll(/\s+/g, ' ').trim();
  if (flat.length <= passageLettersMax) return flat;
  const cut = flat.slice(0, passageLettersMax);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 1));
}
