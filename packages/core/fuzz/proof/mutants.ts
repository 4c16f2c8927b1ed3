/** Mistakes in the model, or in what the theorems say: each must fail a proof or the binding. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const labels: readonly Mutant[] = [
  {
    name: 'what is inside a region is not raised',
    file: 'Spec.v',
    from: 'Inner (raise by_ r) (raiseBody by_ more)',
    to: 'Inner r (raiseBody by_ more)',
  },
  {
    name: 'a region keeps its label',
    file: 'Spec.v',
    from: 'let up := join (lattice w) by_ label in',
    to: 'let up := label in',
  },
  {
    name: 'the shape of a result is not raised',
    file: 'Spec.v',
    from: 'Parts (join (lattice w) by_ (shape m))',
    to: 'Parts (shape m)',
  },
  {
    name: 'the provider sees more than its clearance',
    file: 'Spec.v',
    from: 'meet (lattice w) (joinAll (lattice w) (picked isIn 0 rs)) (clearance w)',
    to: 'joinAll (lattice w) (picked isIn 0 rs)',
  },
  {
    name: 'a region without its shape',
    file: 'Spec.v',
    from: 'if isIn at_ then l :: s :: picked',
    to: 'if isIn at_ then l :: picked',
  },
  {
    name: 'an unknown region is no region',
    file: 'Spec.v',
    from: 'let found := if isReal then said else Everything in',
    to: 'let found := if isReal then said else said in',
  },
  {
    name: 'readers are joined by union',
    file: 'Lattice.v',
    from: '| Some x, Some y => Some (N.land x y) end;',
    to: '| Some x, Some y => Some (N.lor x y) end;',
  },
];

const views: readonly Mutant[] = [
  {
    name: 'a label is compared in the wrong direction',
    file: 'Spec.v',
    from: 'if flows w label l then showBody l None b else hide quoted prev',
    to: 'if flows w l label then showBody l None b else hide quoted prev',
  },
  {
    name: 'the number of parts is shown',
    file: 'Spec.v',
    from: 'if flows w (shape m) l then map (showAll l) (inner m) else [placeholder]',
    to: 'if flows w l l then map (showAll l) (inner m) else [placeholder]',
  },
  {
    name: 'that a hidden call failed is shown',
    file: 'Spec.v',
    from: '(failed (c_result c) && flows w (shape (c_result c)) l)',
    to: '(failed (c_result c))',
  },
  {
    name: 'a name that nobody vouches for is shown',
    file: 'Spec.v',
    from: '(if isOpen || isVouched w (c_tool c) then c_tool c else "undeclared_tool")',
    to: '(c_tool c)',
  },
  {
    name: 'hidden arguments are shown',
    file: 'Spec.v',
    from: '(if isOpen then showAll l (c_args c) else "{}")',
    to: '(plain (c_args c))',
  },
  {
    name: 'a hidden text is shown',
    file: 'Spec.v',
    from: '(if isOpen then x_text x else placeholder)',
    to: '(x_text x)',
  },
  {
    name: 'an exchange above stays in drop mode',
    file: 'Spec.v',
    from: 'match mode w, negb isOpen || isBlank with',
    to: 'match mode w, isBlank with',
  },
  {
    name: 'every tool is shown',
    file: 'Spec.v',
    from: ': bool := d_vouched t || flows w (d_label t) l.',
    to: ': bool := d_vouched t || flows w (d_label t) (d_label t).',
  },
  {
    name: 'the hint of a hidden tool is shown',
    file: 'Staged.v',
    from: 'if flows w (d_label t) l then (d_name t ++ ": " ++ d_hinted t)%string',
    to: 'if true then (d_name t ++ ": " ++ d_hinted t)%string',
  },
];

const steps: readonly Mutant[] = [
  {
    name: 'the narrow output comes from the wide view',
    file: 'Generate.v',
    from: ': option (output L) :=\n  match replyTo w (redact w h label) with\n  | Some r => Some (Output h label r None false',
    to: ': option (output L) :=\n  match replyTo w (redact w h (joined w (regions w h) Everything)) with\n  | Some r => Some (Output h label r None false',
  },
  {
    name: 'what comes of a staged call carries its control alone',
    file: 'Generate.v',
    from: 'match o_data o with Some d => d | None => o_label o end.\n\nDefinition madeCall',
    to: 'o_label o.\n\nDefinition madeCall',
  },
  {
    name: 'data stand at the label of control',
    file: 'Generate.v',
    from: '| Some d, Some _ => labelledArgs w c (o_label o) d',
    to: '| Some d, Some args => whole (o_label o) args',
  },
  {
    name: 'a result is not raised by its call',
    file: 'Generate.v',
    from: 'Call (a_tool c) (argsOf o c) own (raiseParts w (outcomeOf o) own).',
    to: 'Call (a_tool c) (argsOf o c) own own.',
  },
  {
    name: 'what was written reads back at the bottom',
    file: 'Generate.v',
    from: 'raiseParts w (writtenTo w o (a_tool c)) (execute w',
    to: 'raiseParts w (bottom (lattice w)) (execute w',
  },
  {
    name: 'an answer carries no label',
    file: 'Generate.v',
    from: '[Made (Exchange (o_label o) text [] None false)]',
    to: '[Made (Exchange (bottom (lattice w)) text [] None false)]',
  },
  {
    name: 'whoever is asked is cleared',
    file: 'Generate.v',
    from: 'if negb (flows w (q_label q) (p_clearance p))',
    to: 'if false',
  },
  {
    name: 'a yes to another question',
    file: 'Generate.v',
    from: '| Yes false _ => Some "confirmation-mismatch"%string',
    to: '| Yes false _ => None',
  },
  {
    name: 'a lazy read is lowered whatever comes out',
    file: 'LazyReads.v',
    from: 'if isIdentical (replyOf x) again then',
    to: 'if true then',
  },
  {
    name: 'a lowered read keeps its text from the full view',
    file: 'LazyReads.v',
    from: '(Exchange (x_label x) (r_text again) (x_calls x) (x_data x)',
    to: '(Exchange (x_label x) (x_text x) (x_calls x) (x_data x)',
  },
  {
    name: 'a read is tried from a view of what came after it',
    file: 'LazyReads.v',
    from: 'match replyTo w (redact w (firstn at_ h) label) with',
    to: 'match replyTo w (redact w h label) with',
  },
  {
    name: 'a lowered read gives back what it found without a label',
    file: 'LazyReads.v',
    from: '(raiseParts w label (c_own c))) (x_calls x))',
    to: '(c_own c)) (x_calls x))',
  },
  {
    name: 'a read is lowered to a label that is not lower',
    file: 'LazyReads.v',
    from: 'if flows w (snd own) (x_label x) && negb (flows w (x_label x) (snd own)) then',
    to: 'if negb (flows w (x_label x) (snd own)) then',
  },
  {
    name: 'control of a staged call need not flow to its data',
    file: 'Staged.v',
    from: 'flows w label wide && negb (flows w wide label)',
    to: 'negb (flows w wide label)',
  },
  {
    name: 'control need not come out again',
    file: 'Staged.v',
    from: 'sameMembers (control of) (control r) && sameNames',
    to: 'sameNames',
  },
  {
    name: 'which data there is need not come out again',
    file: 'Staged.v',
    from: '(control r) && sameNames (data of) (data r)',
    to: '(control r)',
  },
];

const said: readonly Mutant[] = [
  {
    name: 'by what a lowered read was raised is not declared',
    file: 'Run.v',
    from: 'wasSeen label by_]',
    to: 'wasSeen label []]',
  },
  {
    name: 'by what results were raised is not declared',
    file: 'Run.v',
    from: '[A_generated (placeSeen s p) (o_label o) (o_data o) by_]',
    to: '[A_generated (placeSeen s p) (o_label o) (o_data o) []]',
  },
  {
    name: 'from which view a generation came is not declared',
    file: 'Run.v',
    from: '[A_generated (placeSeen s p)',
    to: '[A_generated None',
  },
  {
    name: 'the label of a generation is not declared',
    file: 'Run.v',
    from: '[A_generated (placeSeen s p) (o_label o) (o_data o) by_]',
    to: '[A_generated (placeSeen s p) l (o_data o) by_]',
  },
  {
    name: 'names of tools above are not declared',
    file: 'Run.v',
    from: '| Keep => [A_structure (map (fun c => publicName w (a_tool c)) (r_calls (o_reply o)))]',
    to: '| Keep => []',
  },
  {
    name: 'the end of a step above that lowered a read is not declared',
    file: 'Run.v',
    from: 'then [A_boundary] else []',
    to: 'then [] else []',
  },
  {
    name: 'what comes of a call is observed below its outcome',
    file: 'Run.v',
    from: ':: (if flows w (outcomeOf o) l then acted o else [])',
    to: ':: acted o',
  },
  {
    name: 'a generation above is observed',
    file: 'Run.v',
    from: ':: (if flows w (outcomeOf o) l then acted o else [])\n      else []',
    to: ':: (if flows w (outcomeOf o) l then acted o else [])\n      else acted o',
  },
  {
    name: 'a hidden name is seen',
    file: 'Seen.v',
    from: 'else HiddenCall (publicName (c_tool c))',
    to: 'else HiddenCall (c_tool c)',
  },
];

const later: readonly Mutant[] = [
  {
    name: 'a field is shown below the outcome',
    file: 'Later.v',
    from: 'then Minted handle else Above',
    to: 'then Read outcome else Above',
  },
  {
    name: 'a fetch of nothing is not counted',
    file: 'Later.v',
    from: '(cons at_) (fetches n)) (seq 0 (S max))',
    to: '(cons at_) (fetches n)) (seq 0 max)',
  },
  {
    name: 'a value is put in above its ceiling',
    file: 'Later.v',
    from: 'nth_error (found values) at_ else None.',
    to: 'nth_error (found values) at_ else nth_error (found values) at_.',
  },
];

export const mutants: readonly Mutant[] = [...labels, ...views, ...steps, ...said, ...later];

/** The source with the mistake in it. */
export function mutated(source: string, { name, from, to }: Mutant): string {
  const [before, after, ...more] = source.split(from);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`the mutant \`${name}\` has no place of its own any more`);
  }
  return `${before}${to}${after}`;
}
