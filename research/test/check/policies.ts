/** A clerk: mail of strangers, a ledger of the house, payments, notes, and what is only watched. */
export const clerk = `
version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
  confidentiality: { readers: any }
groups: { staff: [ann, bob], all: ['@staff', carol] }
onViolation: ask
user:
  label: trusted & everyone
  spans:
    - between: ['<quote>', '</quote>']
      label: untrusted & everyone
tools:
  read_mail:
    effect: read
    description: trusted
    result:
      format: json
      label: untrusted & readers{@staff}
      shape: trusted & everyone
      rules:
        - { path: '$[*].id', label: trusted & everyone }
        - { path: '$[*].note', label: 'trusted & readers{@all}' }
    call: { ceiling: untrusted & nobody }
  ledger:
    effect: read
    description: trusted
    result: { format: text, label: 'trusted & readers{ann, carol}' }
    call: { ceiling: untrusted & nobody }
  clock:
    effect: read
    description: trusted
    result: { format: text, label: trusted & everyone }
    call: { ceiling: untrusted & nobody }
  pay:
    description: trusted
    result: { format: text, label: trusted & everyone }
    call:
      ceiling: trusted & nobody
      arguments: { amount: { atMost: 100, optional: true } }
  tell:
    description: trusted
    result: { format: text, label: trusted & everyone }
    call: { ceiling: untrusted & everyone, readersFrom: [to] }
  note:
    description: trusted
    onViolation: block
    result: { format: text, label: trusted & everyone }
    call: { ceiling: 'trusted & readers{ann}' }
  watched:
    onViolation: log
    result: { format: text, label: trusted & everyone }
    call: { ceiling: trusted & everyone }
  forbidden: { description: trusted, call: never }
answer: { ceiling: 'untrusted & readers{ann}', withLinks: trusted & everyone }
`;

/**
 * The people who must approve a call are a dimension of their own, and a provider is not cleared
 * for all.
 */
export const duties = `
version: 1
lattice:
  level: { chain: [low, middle, high] }
  owners: { powerset: [ann, bob], separationOfDuty: true }
onViolation: ask
models: { '*': { main: 'middle & owners{*}' } }
tools:
  read_mail:
    effect: read
    description: trusted
    result: { format: text, label: 'middle & owners{ann}' }
    call: { ceiling: top }
  ledger:
    effect: read
    description: trusted
    result: { format: text, label: 'high & owners{bob}' }
    call: { ceiling: top }
  clock:
    effect: read
    description: trusted
    result: { format: text, label: 'low & owners{}' }
    call: { ceiling: top }
  pay:
    description: trusted
    result: { format: text, label: 'low & owners{}' }
    call: { ceiling: 'low & owners{}' }
  note:
    description: trusted
    onViolation: block
    result: { format: text, label: 'low & owners{}' }
    call: { ceiling: 'middle & owners{ann}' }
answer:
  ceiling: 'middle & owners{*}'
  fields:
    - { name: where it goes, path: '$.to', ceiling: 'low & owners{}', onViolation: block }
`;
