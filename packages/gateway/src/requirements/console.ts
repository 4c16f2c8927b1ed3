/** Promises of the web console; see ../requirements.ts. */
export const consoleRequirements = {
  'console/two-halves':
    'A session of the console takes its cookie and the token that the page holds: one without the ' +
    'other opens nothing.',
  'console/cookie-strict':
    'The cookie of the console is read by no script and sent by no page of another site, and over ' +
    'TLS alone where the gateway has it.',
  'console/code-once':
    'A code that signs in counts once, within a minute, and only who holds the key makes one.',
  'console/session-ends':
    'A session ends when its person signs out, when the key is revoked or replaced, after an hour ' +
    'without anybody there, after twelve hours, and with the gateway.',
  'console/bounds-apart':
    'However many sessions, codes and streams one operator opens, those of others stay open.',
  'console/same-rights':
    'Signed in to the console, a person may do what their key may do through the API, and no more.',
  'console/page-policy':
    'The console’s page loads nothing from elsewhere, stands in no frame, and makes no markup and ' +
    'no script of text.',
  'console/live-tells-nothing':
    'The stream of changes says that something of the operator’s own tenants changed, and never ' +
    'what.',
  'console/shown-harmlessly':
    'Markup, links, images, direction marks and invisible characters in a call are shown as text, ' +
    'and nothing of them runs, loads or leads anywhere.',
  'console/yes-runs-once':
    'A yes at the console runs exactly the call that was shown, once; without one it does not run.',
  'console/changed-refused':
    'A question that was answered, ended or changed while it was read takes no answer, and says ' +
    'what changed.',
  'console/looks-recorded':
    'Who looked at a question, at the messages or a region of a run, at why something was decided or ' +
    'at an export is in the audit, from before they were shown it.',
  'console/own-page':
    'How fast and how a person decides is told to them and to admins, and to nobody else.',
  'console/without-text':
    'A draft without the text that a question is about is made from what the call’s ceiling admits ' +
    'alone, is carried out by nobody, and is shown only to who may see all of that.',
  'console/asked-about':
    'Beside a question stand the messages that it was asked about, or none: never others that stand ' +
    'in their place since.',
  'console/goes-on':
    'After a break or a restart of the gateway the console goes on where it was, and asks anew who ' +
    'is there where the session has ended.',
} as const;
