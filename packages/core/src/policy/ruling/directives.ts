import type { DataForm } from '../data-source.ts';
import { holdsLinks, plainForm } from './links.ts';

/**
 * True if a text that only says something may still make its reader's program act: an address, a
 * mention, a reference that closes an issue, a formula, a command at the start of a line. Programs
 * differ, so this errs on that side.
 */
export function holdsDirectives(text: string): boolean {
  // Some programs begin a line after these, others show nothing there.
  const plain = [text, text.replaceAll(breaks, '\n')].map(plainForm);
  return holdsLinks(text) || directives.some((form) => plain.some((each) => form.test(each)));
}

/** Python and what is built on it break lines after separators of files, groups and records too. */
const breaks =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\v\f\u0085\u001c-\u001e\u2028\u2029]|&NewLine;?/g;

const directives: readonly RegExp[] = [
  // `@ann`, `@**Ann**` of Zulip, `ann@acme.example`, `<!channel>` of Slack (its `<` is a tag among
  // links) and its `<#C01|general>`, `[~ann]` of Jira.
  /@\S|\[~|<#/u,
  // `#12`, `acme/shop#12`, `GH-12`, `PROJ-12`, `MY_PROJ-12`, `!12` and `&12` of GitLab.
  /[#!&]\d/,
  /\b[A-Z][A-Z\d_]+-\d/,
  /\bgh-\d/i,
  // Formulas of spreadsheets, commands of chats and trackers, at the start of a line.
  /^[^\S\r\n\u2028\u2029]*(?:=|[/!\\]\S)/m,
  // A cell that begins with one of these is a formula too; so may be a line, if it is no list item.
  /^\s*[+-]/,
  /^[^\S\r\n\u2028\u2029]*[+-](?![\s+-])/m,
  // Trailers of commits, headers of mails.
  /^(?:[\w-]+-(?:by|to|for|in|as|checks)|to|b?cc):/im,
  // Encoded words, which whoever reads mail decodes.
  /=\?[\w-]+\?[bq]\?/i,
  // A host or an address that stands alone: mail programs and chats make links of them, and fetch
  // them for a preview. Whatever looks like one counts, for lists of endings grow old.
  /(?<=[\p{L}\p{N}\p{M}\p{S}])\.(?:[\p{L}\p{M}]{2,63}|xn--[a-z\d-]{1,59})(?![\p{L}\p{N}\p{M}_])/iu,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  // Commands that a runner of pipelines reads in what is printed: `::add-path::`, `##vso[...]`.
  /^[^\S\r\n\u2028\u2029]*(?:::[a-z]|##(?:vso)?\[)/im,
  // What keeps pipelines from running, wherever it stands in a message.
  /\[(?:skip|no)[ -](?:ci|actions?)\]|\[(?:ci|actions?)[ -]skip\]|\*\*\*NO_CI\*\*\*/i,
];

/** No line holds these: ways in which programs break lines, and what turns its direction. */
const control = /[\p{Cc}\u2028\u2029\u0085\u202a-\u202e\u2066-\u2069]/u;

/** True if a value has the form that its argument is declared with. */
export function hasForm(value: unknown, form: DataForm): value is string {
  if (typeof value !== 'string') return false;
  return form === 'text' || !(control.test(value) || /^\s*[=+@-]/.test(value));
}
