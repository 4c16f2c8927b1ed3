import type { DataForm } from '../data-source.ts';
import { holdsLinks, plainForm } from './links.ts';

/**
 * True if a text that only says something may still make its reader's program act: an address, a
 * mention, a reference that closes an issue, a formula, a command at the start of a line. Programs
 * differ, so this errs on that side.
 */
export function holdsDirectives(text: string): boolean {
  const plain = plainForm(text.replaceAll(/[\v\f\x1c-\x1e\x85]/g, '\n'));
  return holdsLinks(text) || directives.some((form) => form.test(plain));
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
