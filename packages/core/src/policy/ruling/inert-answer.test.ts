import { expect, test } from 'vitest';
import { monitorOf, person, toolbox } from '../../../test/monitor-fixture.ts';
import { proves } from '../../testing/proves.ts';
import { checkPolicy, loadPolicy } from '../load.ts';

const base = `
version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
tools:
  read_mail:
    effect: read
    description: trusted
    call: { ceiling: top }
    result: { format: text, label: untrusted }
`;
const mail = 'The offer stands at https://acme.example/offer?for=you';

/** The answer of an agent that repeats what stands in a mail. */
async function answered(answer: string): Promise<{ text: string; asked: number }> {
  const policy = await loadPolicy(`${base}answer: ${answer}`, { skeleton: (text) => text });
  const confirm = person('no', { clearance: policy.space.top });
  const { monitor } = monitorOf({
    policy,
    confirm,
    tools: toolbox({ read_mail: mail }),
    script: ({ view }) =>
      view.messages.some(({ role }) => role === 'tool')
        ? `It says: ${mail}`
        : { calls: [{ tool: 'read_mail', args: {} }] },
  });
  const { text } = await monitor.turn('What does the mail say?');
  return { text, asked: confirm.asked.length };
}

proves('policy/answer-inert-links', async () => {
  const bounds = 'ceiling: untrusted, withLinks: trusted';
  const asked = await answered(`{ ${bounds} }`);
  expect(asked.asked).toBe(1);
  expect(asked.text).not.toContain('acme');
  const inert = await answered(`{ ${bounds}, links: inert }`);
  expect(inert.asked).toBe(0);
  expect(inert.text).toContain('https[://]acme[.]example/offer?for=you');
  // Not only its links keep it from going out.
  const low = await answered('{ ceiling: trusted, withLinks: trusted, links: inert }');
  expect(low.asked).toBe(1);
  // Where it may go out, it goes out as it is.
  const free = await answered('{ ceiling: untrusted, withLinks: untrusted, links: inert }');
  expect(free.text).toContain('https://acme.example/offer?for=you');
  const policy = await loadPolicy(`${base}answer: { ${bounds}, links: inert }`);
  expect(policy.inertAnswer?.(mail)).toContain('[://]');
  expect(policy.inertAnswer?.(mail, { structured: true })).toBeUndefined();
  const acting = checkPolicy(`${base}answer: { acts: true, links: inert }`);
  expect((await acting).some(({ severity }) => severity === 'error')).toBe(true);
});

test('a text that is denied for what stands in it is not given in another form', async () => {
  const denies = "postCheck: [{ name: offers, pattern: 'acme[.]example/offer' }]\n";
  const { text } = await answered(
    `{ ceiling: untrusted, withLinks: trusted, links: inert }\n${denies}`,
  );
  expect(text).not.toContain('acme');
});
