(** What is proved, to be read without the proofs. Its words stand in World.v (the data), Spec.v to
    Lowering.v (the specification, file by file), Seen.v (what an observer at [l] sees of a history)
    and Run.v (actions, [does], [run], [assumes], [observes], [agree]). Theorems.v proves each. *)
From Sluice Require Export Vouching.

(** (a) What the model receives at a label is a function of what flows to it, and of declared public
    structure: two histories that are seen alike at [l] give one view at every label below [l]. *)
Definition views_statement : Prop :=
  forall L (l at_ : L) (w1 w2 : SpecWorld L) h1 h2,
  Laws (lattice w1) -> agree l w1 w2 -> flows w1 at_ l = true ->
  seenH w1 l h1 = seenH w2 l h2 ->
  redact w1 h1 at_ = redact w2 h2 at_ /\ hinted w1 h1 at_ = hinted w2 h2 at_.

(** (b) Two runs that begin alike below [l], in worlds that agree below [l], and that choose alike
    ([assumes]: labels, which reads came out again, by what results were raised, and above [l] the
    number of calls and their vouched names), show the same at [l] ([observes]: model inputs, texts,
    calls, refusals, questions, executed calls, answers) and end alike, whatever is done above. *)
Definition runs_statement : Prop :=
  forall L (l : L) (w1 w2 : SpecWorld L) h1 h2 as1 as2 e1 e2,
  Laws (lattice w1) -> agree l w1 w2 -> readable w1 ->
  run w1 (begins h1) as1 e1 -> run w2 (begins h2) as2 e2 ->
  seenH w1 l h1 = seenH w2 l h2 ->
  flat_map (assumes w1 l) as1 = flat_map (assumes w2 l) as2 ->
  flat_map (observes w1 l) as1 = flat_map (observes w2 l) as2 /\
  seenH w1 l (now e1) = seenH w2 l (now e2).

(** (b) for the specification's own loop: a turn, with draft, propagator, lazy reads, the view that
    is tried before a question, and stages, is such a run, and its steps are those of the run; where
    another model drafts, too. [sound] says of a history that reads which may be tried again stand
    in it as the loop left them: one without such reads is sound, and a turn leaves a sound one. *)
Definition isTurn {L} (w : SpecWorld L) (gen : history L -> option (output L)) (h : history L)
  (user : parts L) (as_ : list (state L * action L)) : Prop :=
  run w (begins h) as_ (begins (t_history (turnBy w gen h user))) /\
  t_steps (turnBy w gen h user) = stepsOf w as_.

Definition turns_statement : Prop :=
  forall L (w : SpecWorld L) gen h user, readable w -> sound w h ->
  (gen = generate w \/ exists drafter cleared, gen = draftedBy w drafter cleared) ->
  exists as_, isTurn w gen h user as_ /\ sound w (t_history (turnBy w gen h user)).

(** So is a whole session, from nothing: turns, and between them regions that persons lower. *)
Inductive session {L} (w : SpecWorld L) (gen : history L -> option (output L))
  : history L -> Prop :=
| S_begin : forall r m, session w gen [Message r m]
| S_none : session w gen []
| S_turn : forall h user, session w gen h -> session w gen (t_history (turnBy w gen h user))
| S_lowered : forall h target to h',
    session w gen h -> lowerRegion w h target to = Some h' -> session w gen h'.

Definition sessions_statement : Prop :=
  forall L (w : SpecWorld L) gen h, readable w ->
  (gen = generate w \/ exists drafter cleared, gen = draftedBy w drafter cleared) ->
  session w gen h -> exists as_, run w (begins []) as_ (begins h).

(** (c) Per argument: in a staged call whose data stand above [l], tool, number of calls, control
    arguments, and which data there is, are the same, though the drafts read what is above [l]. *)
Definition arguments_statement : Prop :=
  forall L (l : L) (w1 w2 : SpecWorld L) s1 s2 s1' s2' p1 p2 o1 o2,
  Laws (lattice w1) -> agree l w1 w2 -> readable w1 ->
  does w1 s1 (Generated p1 o1) s1' -> does w2 s2 (Generated p2 o2) s2' ->
  seenH w1 l (started s1) = seenH w2 l (started s2) ->
  seenH w1 l (now s1) = seenH w2 l (now s2) ->
  assumes w1 l (s1, Generated p1 o1) = assumes w2 l (s2, Generated p2 o2) ->
  flows w1 (o_label o1) l = true -> flows w1 (outcomeOf o1) l = false ->
  map (controlOf w1 o1) (r_calls (o_reply o1)) = map (controlOf w2 o2) (r_calls (o_reply o2)) /\
  Forall (fun c => controlOf w1 o1 c <> None) (r_calls (o_reply o1)).

(** (d) Labels only rise. Raising puts every label of a region above both what it was and what it is
    raised by; an action but for a lowering leaves what stands as it is, or as it stood when the
    step began, and whatever a generation appends carries its label. *)
Definition raise_statement : Prop :=
  forall L (w : SpecWorld L) by_ r, Laws (lattice w) ->
  Forall2 (fun a b => flows w a b = true) (inside r) (inside (raise w by_ r)) /\
  Forall (fun a => flows w by_ a = true) (inside (raise w by_ r)).

Definition labelsOf {L} (e : entry L) : list L :=
  map (fun r : SpecRegion (L := L) => fst (fst r)) (regionsIn 0 [e]).

Definition rise_statement : Prop :=
  forall L (w : SpecWorld L) s a s', Laws (lattice w) -> does w s a s' ->
  match a with
  | Lowered at_ _ _ => forall n, n <> at_ -> nth_error (now s') n = nth_error (now s) n
  | Vouched h => exists target to, lowerRegion w (now s) target to = Some h
  | Failed => Forall2 sameBut (started s) (now s')
  | Looked _ _ | Marked => Forall2 sameBut (now s) (now s')
  | Enters r m => now s' = now s ++ [Message r m]
  | Generated _ o => exists x, now s' = now s ++ [Made x] /\
      Forall (fun a => flows w (o_label o) a = true) (labelsOf (Made x)) /\
      Forall (fun c => Forall (fun a => flows w (outcomeOf o) a = true)
        (shape (c_result c) :: flat_map inside (inner (c_result c)))) (x_calls x)
  end.

(** (f) A run leaks above (b) at most what [assumes] declares: of any runs that begin alike, no more
    can be told apart at [l] than there are different declarations. With at most [n] of these, an
    observer learns at most log2 [n] bits. *)
Record watched (L : Type) := Watched
  { in_ : SpecWorld L; from_ : history L; did : list (state L * action L); to_ : state L }.
Arguments in_ {L}. Arguments from_ {L}. Arguments did {L}. Arguments to_ {L}.

Definition bits_statement : Prop :=
  forall L (l : L) (runs : list (watched L)) (declarations : list (list (assumed L))),
  (forall r, In r runs -> Laws (lattice (in_ r)) /\ readable (in_ r) /\
     run (in_ r) (begins (from_ r)) (did r) (to_ r) /\
     In (flat_map (assumes (in_ r) l) (did r)) declarations) ->
  (forall r q, In r runs -> In q runs -> agree l (in_ r) (in_ q) /\
     seenH (in_ r) l (from_ r) = seenH (in_ q) l (from_ q)) ->
  NoDup (map (fun r => flat_map (observes (in_ r) l) (did r)) runs) ->
  List.length runs <= List.length declarations.

(** (g) Agents within agents compose: what an inner run ends with, given back as a tool's result at
    the label of its answer, agrees below [l] where the inner runs end alike; so the hypothesis
    [same_results] of the outer run holds for that tool. In [Keep] mode. *)
Definition resultOf {L} (w : SpecWorld L) (h : history L) : parts L :=
  match rev h with
  | Made x :: _ => Parts (x_label x) [whole (x_label x) (x_text x)] false
  | _ => Parts (bottom (lattice w)) [] true
  end.

Definition inner_statement : Prop :=
  forall L (l : L) (w1 w2 : SpecWorld L) h1 h2,
  Laws (lattice w1) -> agree l w1 w2 -> mode w1 = Keep -> seenH w1 l h1 = seenH w2 l h2 ->
  seenP w1 l (resultOf w1 h1) = seenP w2 l (resultOf w2 h2).

(** The lattices that are shipped have the laws. *)
Definition lattices_statement : Prop :=
  Laws chain /\ Laws powerset /\ Laws readers /\
  forall A B (p : Lattice A) (q : Lattice B), Laws p -> Laws q -> Laws (product p q).
