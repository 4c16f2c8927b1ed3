import { describe, expect, test } from 'vitest';
import { withInertLinks } from './inert-links.ts';
import { holdsLinks } from './links.ts';

/** What GitHub's Markdown makes a link of by itself: a mail address, and a host behind `www.`. */
const github = /(?:^|[\s*_~([])www\.[\w-]+(?:\.[\w-]+)*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u;
/** What linkify-it 5 and Slack make one of: a host in a well-known domain, with any path. */
const bareHost = /(?:^|[^\p{L}\p{N}.@-])(?:[^\s\p{P}]+\.)+(?:com|la|org)(?![\p{L}\p{N}[])/u;

describe('what was a link and was made inert is followed by nobody', () => {
  test.each([
    // GitHub, GitLab, marked, remark: each links a mail address that stands alone.
    ['mailto:secret@evil.com', github],
    // markdown-it 14 with `linkify`, Slack, Gmail: `evil.com` behind the bracket is a link again.
    ['https://evil.com', bareHost],
    ['https://secret.evil.com', bareHost],
    ['www.evil.com', bareHost],
    ['https://evil.com.zz/offer', bareHost],
  ])('%s', (text, follows) => {
    const inert = withInertLinks(`See ${text} now`);
    expect(inert).not.toMatch(follows);
  });
});

describe('a host with a path is a link, whatever letters it has', () => {
  test.each([
    // Each is linked by linkify-it 5 with its defaults, path and query included.
    '\u{1f4a9}.la/?q=secret',
    'evil\u2606.com/secret',
    'evil\u20ac.com/secret',
    // Ends in a vowel sign, which is a mark and no letter.
    '\u0939\u093f\u0928\u094d\u0926\u0940.com/secret',
    // The top-level domain holds a vowel sign.
    '\u0921\u094b\u092e\u0947\u0928.\u092d\u093e\u0930\u0924/secret',
    // An address that takes the page's own scheme.
    '//\u0451\u0436.\u0440\u0444',
    // GitHub links what stands in emphasis: `_` is no boundary of a word.
    '_www.evil.com_',
    '_mailto:secret@evil.com_',
  ])('%s', (text) => {
    expect(holdsLinks(`See ${text} now`)).toBe(true);
  });
});
