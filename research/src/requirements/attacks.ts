export const attackRequirements = {
  'attack/pure':
    'An attacker is a function of its brief: the same brief gives the same texts, for none but the places that the brief names.',
  'attack/control-first':
    'An attacker that gets nothing where nobody defends is named as proving nothing, and fails the run.',
  'attack/stopped':
    'In the demo’s world every attacker gets what it wants without a defence; one of each kind is tried under lineage, and gets nothing.',
  'attack/look-alike':
    'A call of a tool that was not declared, however alike its name looks, is refused.',
  'attack/bits':
    'The bits of a signal are those of the runs that can be told apart by their calls; an error counts as one more.',
} as const;
