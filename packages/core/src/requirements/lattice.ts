/** Promises of this part of the core; see ../requirements.ts. */
export const latticeRequirements = {
  'lattice/laws':
    'Every shipped lattice, and the product of any of them, obeys the lattice laws: a partial order with least upper and greatest lower bounds, a bottom and a top.',
  'lattice/custom-checked':
    'checkLattice names each law that a lattice of your own violates, with values that show it.',
  'lattice/custom-fails-closed':
    'A function of a custom lattice that throws, or answers what is no value, is read as restriction.',
  'lattice/limits-fail-closed':
    'A join that outgrows its limits is the top, a meet that does is the bottom.',
  'readers/groups-at-decision':
    'Groups are looked up when a flow is decided: a changed directory changes the answer, a remembered one never outlives its version.',
  'readers/unknown-group':
    'An unknown group, or a directory that fails, lets nobody in as a source and could be anyone as a sink.',
  'readers/names-are-people':
    'A name taken from data is a person, never a group or a wildcard, whatever it is spelled like.',
  'label/text-round-trip':
    'Every label reads back from its text, whoever chose the names in it, and the text is safe to print.',
  'label/complete':
    'A label that says nothing of one dimension is an error that shows a complete label to type.',
  'label/interned': 'Equal labels of a space are the same object.',
  'label/foreign': 'A label of another space, or an object that imitates one, is never compared.',
  'label/memory-bounded': 'A stream of ever new labels cannot fill the memory of a label space.',
} as const;
