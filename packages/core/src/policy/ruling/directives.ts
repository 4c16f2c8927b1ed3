import type { DataForm } from '../data-source.ts';
import { holdsLinks, plainForm } from './links.ts';

/**
 * True if a text that only says something may still make its reader's program act: an address, a
 * mention, a reference that closes an issue, a formula, a command at the start of a line. Programs
 * differ, so this errs on that side.
 */
export function holdsDirectives(text: string): boolean {
  // Some programs begin a line after these, others show nothing there.
  const plain = [text, text.replaceAll(/[\v\f\u0085]/g, '\n')].map(plainForm);
  return holdsLinks(text) || directives.some((form) => plain.some((each) => form.test(each)));
}

const directives: readonly RegExp[] = [
  // `@ann`, `@**Ann**` of Zulip, `ann@acme.example`, `<!channel>` of Slack (its `<` is a tag among
  // links), `[~ann]` of Jira.
  /@\S|\[~/u,
  // `#12`, `acme/shop#12`, `GH-12`, `PROJ-12`, `!12` of GitLab.
  /[#!]\d/,
  /\b(?:[A-Z][A-Z\d]+|gh)-\d/,
  // Formulas of spreadsheets, commands of chats and trackers, at the start of a line.
  /^\s*(?:=|[/!\\]\S)/m,
  // A cell that begins with one of these is a formula too.
  /^\s*[+-]/,
  // Trailers of commits, headers of mails.
  /^(?:[\w-]+-(?:by|to|for|in)|to|b?cc):/im,
];

/** The characters that no line holds, in any of the ways in which a program may break lines. */
const control = /[\p{Cc}\u2028\u2029\u0085]/u;

/** True if a value has the form that its argument is declared with. */
export function hasForm(value: unknown, form: DataForm): value is string {
  if (typeof value !== 'string') return false;
  return form === 'text' || !(control.test(value) || /^\s*[=+@-]/.test(value));
}
