import { expect, test } from 'vitest';
import { loadPolicy } from '../load.ts';

const source = (send: string): string => `version: 1
lattice: { integrity: { chain: [trusted, untrusted] }, confidentiality: { readers: any } }
onViolation: ask
answer: { ceiling: top }
tools:
${send}  save_note:
    description: trusted
    call: { ceiling: untrusted & everyone, writes: items }
  read_items:
    effect: read
    description: trusted
    call: { ceiling: top }
    result:
      format: json
      label: untrusted & nobody
      shape: untrusted & nobody
      rules: [{ path: '$[*].text', label: untrusted, readersFrom: ['$[*].to'], reads: items }]
`;

const send = `  send:
    description: trusted
    call: { ceiling: untrusted, readersFrom: [to], writes: items }
`;

test('what was saved above its ceiling reads back there, whoever else writes to the store', async () => {
  // No argument of a note says who reads it: a person let through what nobody may read.
  const raisedIn = async (others: string): Promise<string | undefined> => {
    const policy = await loadPolicy(source(others));
    const label = policy.space.parse('untrusted & nobody');
    return policy.readBack?.({ tool: 'save_note', label }, 'read_items').text;
  };
  expect(await raisedIn('')).toBe('trusted & nobody');
  expect(await raisedIn(send)).toBe('trusted & nobody');
});
