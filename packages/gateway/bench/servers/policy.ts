/** A policy under which nothing of the benchmark's conversations is hidden. */
export const policyText = `
version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
onViolation: ask
tools:
  look_up:
    effect: read
    description: trusted
    result: { format: text, label: trusted }
    call: { ceiling: untrusted }
  send_money:
    description: trusted
    result: { format: text, label: trusted }
    call: { ceiling: trusted }
answer: { ceiling: untrusted }
`;
