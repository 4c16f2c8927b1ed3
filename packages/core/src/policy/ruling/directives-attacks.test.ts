import { expect, test } from 'vitest';
import { holdsDirectives, hasForm } from './directives.ts';

test.each([
  // GitHub looks for mentions in what Markdown made of a text: entities are undone by then.
  ['a mention behind an entity', 'thanks &commat;ann'],
  ['a reference behind an entity', 'closes &excl;12'],
  // An entity for a line break is one in HTML-like formats, as `&#10;` is.
  ['a command behind an entity', 'x&NewLine;/close'],
  // `str.splitlines` of Python breaks lines here, and so do csv and mail programs built on it.
  ['a command behind a file separator', 'text\u001c/close'],
  ['a formula behind a record separator', 'text\u001e=1+1'],
  ['a trailer behind a group separator', 'text\u001dCo-authored-by: eve'],
  // Each line of a table is a cell: `+` and `-` begin a formula there as `=` does.
  ['a formula with + in a later line', 'one\n+1+cmd|x!A0'],
  ['a formula with - in a later line', 'one\n-1+cmd|x!A0'],
  // What starts or stops a pipeline, wherever it stands in a message.
  ['a directive of pipelines', 'tidy up [skip ci]'],
  ['a trailer of pipelines', 'tidy up\n\nskip-checks: true'],
  ['a trailer of releases', 'tidy up\n\nRelease-As: 9.0.0'],
  // `gh-3` counts, and so do keys of Jira with an underscore.
  ['a reference in mixed case', 'see Gh-3'],
  ['a key with an underscore', 'closes MY_PROJ-12'],
  ['a channel of Slack', 'see <#C024BE7LR|general>'],
  ['an epic of GitLab', 'see &12'],
  ['a command of GitHub Actions in a log', 'ok\n  ::add-path::/tmp/x'],
  ['a command of Azure Pipelines in a log', 'ok\n##vso[task.setvariable variable=a]b'],
])('%s acts', (_, text) => {
  expect(holdsDirectives(text)).toBe(true);
});

test('a line holds nothing that turns the direction of what follows', () => {
  expect(
    hasForm('invoice \u202Efdp.exe', 'line') && !holdsDirectives('invoice \u202Efdp.exe'),
  ).toBe(false);
});

test.each([
  ['line feeds', '\n'],
  ['carriage returns and line feeds', '\r\n'],
  ['line separators', '\u2028'],
  ['spaces', ' '],
])('a long text of %s is gone through once', (_, breaks) => {
  // Were it gone through from each of its breaks, this would not end.
  expect(holdsDirectives(`a${breaks.repeat(1_000_000)}b`)).toBe(false);
});

test.each([
  ['a link in an encoded word', 'Re: =?utf-8?q?https=3A=2F=2Fevil.example=2Fx?='],
  ['a mention in an encoded word', 'Re: =?utf-8?b?QGFubg==?= hi'],
])('%s acts: whoever reads mail decodes it', (_, text) => {
  expect(holdsDirectives(text)).toBe(true);
});

/** Slack and Gmail link a host that stands alone, and Slack fetches it for a preview. */
test.each(['see evil.com', 'see secret.evil.com.', 'see evil.com:8080', 'see 10.0.0.1:80'])(
  'a bare host acts where a text is posted: %j',
  (text) => {
    expect(holdsDirectives(text)).toBe(true);
  },
);
