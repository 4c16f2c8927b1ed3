/** Promises of this part of the core; see ../requirements.ts. */
export const latticeRequirements = {
  'lattice/laws':
    'Every shipped lattice, and a product of them, is a lattice with a bottom and a top.',
  'lattice/custom-checked':
    '`checkLattice` names each law that a lattice of your own violates, with values that show it.',
  'lattice/custom-fails-closed':
    'A function of a custom lattice that throws or answers no value is read as restriction.',
  'lattice/limits-fail-closed':
    'A join that outgrows its limits is the top, a meet that does is the bottom.',
  'readers/groups-at-decision':
    'Groups are looked up when a flow is decided; no answer outlives the version of the directory.',
  'readers/unknown-group':
    'A group that cannot be looked up is nobody as a source and anyone as a sink.',
  'readers/names-are-people':
    'A name taken from data is a person, never a group or a wildcard, whatever it is spelled like.',
  'label/text-round-trip':
    'Every label reads back from its text, whoever chose the names in it; it is safe to print.',
  'label/complete':
    'A label that says nothing of one dimension is an error that shows a complete label to type.',
  'label/interned': 'Equal labels of a space are the same object.',
  'label/foreign': 'A label of another space, or an object that imitates one, is never compared.',
  'label/memory-bounded': 'A stream of ever new labels cannot fill the memory of a label space.',
} as const;
