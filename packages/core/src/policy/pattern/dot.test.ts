import { expect, test } from 'vitest';
import { loadPolicy } from '../load.ts';

const source = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  send:
    call:
      ceiling: trusted
      arguments: { subject: { matches: 'Re: .*' } }
      rules: [{ when: { subject: { matches: 'Re: .*' } }, ceiling: untrusted }]
`;

/** The docs say: JavaScript's syntax. There a dot is no line break. */
test.each(['\n', '\r', '\u2028'])('a dot takes no line break: %j', async (lineBreak) => {
  const policy = await loadPolicy(source);
  const subject = `Re: rent${lineBreak}Bcc: eve@x.example`;
  expect(/^(?:Re: .*)$/u.test(subject)).toBe(false);
  expect(policy.ruleCall('send', '{"subject":"Re: rent"}').kind).toBe('ceiling');
  expect(policy.ruleCall('send', JSON.stringify({ subject })).kind).toBe('deny');
});
