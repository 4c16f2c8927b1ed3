(** Each hypothesis is needed: without it, a world in which what is stated does not hold. *)
From Sluice Require Import Theorems.

(** Labels 0 (for everybody) and 1; the observer is at 0. *)
Definition none (tool args : string) : parts nat := Parts 0 [] false.
Definition world (m : structure) (ts : list (declared nat)) (run : string -> string -> parts nat)
  : SpecWorld nat :=
  {| lattice := chain; tools := ts; mode := m; cuts := None; maxSteps := 9; maxRefusals := 9;
     maxCalls := 9; clearance := 1; needsDraft := false;
     model := fun v => Some (Reply "answer" [] false);
     relevant := fun _ _ => Everything;
     ruleCall := fun _ _ => Ceiling (Some 1) None [("body", 1)] Block;
     ruleAnswer := fun _ => Ceiling (Some 1) None [] Block;
     inert := fun _ => None; isRead := fun tool => String.eqb tool "read";
     resultFloor := fun _ => 0; whoIsAsked := None; dutyOf := fun _ => None;
     canonical := fun a => Some a;
     members := fun a =>
       if String.eqb a "to first" then Some [("to", "1"); ("body", """x""")]
       else Some [("body", """y"""); ("to", "1")];
     quote := fun n => n; holdsPlaceholder := fun _ => false; dataOf := fun _ => ["body"];
     readBack := fun _ label _ => label; execute := run |}.
Definition plainWorld := world Keep [] none.

Definition note (label : nat) (text : string) : entry nat :=
  Message User (Parts 0 [whole label text] false).

(** (a), the label must flow to the observer: above it, views differ. *)
Lemma view_above_differs : let w := plainWorld in
  seenH w 0 [note 1 "one"] = seenH w 0 [note 1 "two"] /\
  redact w [note 1 "one"] 1 <> redact w [note 1 "two"] 1.
Proof. split; [reflexivity|vm_compute; discriminate]. Qed.

(** (a), the shape of what is hidden: were parts counted, a view would tell how many there are. *)
Definition countedParts (w : SpecWorld nat) (l : nat) (m : parts nat) : list string :=
  map (showAll w l) (inner m).
Lemma shape_is_needed : let w := plainWorld in
  let one := Parts 1 [whole 1 "a"] false in let two := Parts 1 [whole 1 "a"; whole 1 "b"] false in
  seenP w 0 one = seenP w 0 two /\ countedParts w 0 one <> countedParts w 0 two.
Proof. split; [reflexivity|vm_compute; discriminate]. Qed.

(** (a), the laws of labels: where flowing is not transitive, a view below the observer shows what
    the observer may not see. *)
Definition crooked : Lattice nat :=
  {| bottom := 0; join := Nat.max; meet := Nat.min;
     flowsTo := fun a b => Nat.eqb a b || Nat.eqb (S a) b |}.
Definition crookedWorld : SpecWorld nat :=
  {| lattice := crooked; tools := []; mode := Keep; cuts := None; maxSteps := 9; maxRefusals := 9;
     maxCalls := 9; clearance := 1; needsDraft := false; model := fun v => None;
     relevant := fun _ _ => Everything; ruleCall := fun _ _ => Deny "";
     ruleAnswer := fun _ => Deny ""; inert := fun _ => None; isRead := fun _ => false;
     resultFloor := fun _ => 0; whoIsAsked := None; dutyOf := fun _ => None;
     canonical := fun a => Some a; members := fun _ => None; quote := fun n => n;
     holdsPlaceholder := fun _ => false; dataOf := fun _ => []; readBack := fun _ _ _ => 0;
     execute := none |}.
Definition bare (label : nat) (text : string) : entry nat :=
  Message User (Parts 1 [whole label text] false).
Lemma laws_are_needed : let w := crookedWorld in
  flows w 1 2 = true /\
  seenH w 2 [bare 0 "one"] = seenH w 2 [bare 0 "two"] /\
  redact w [bare 0 "one"] 1 <> redact w [bare 0 "two"] 1.
Proof. repeat split; vm_compute; discriminate. Qed.

(** (b), equal choices: where one run generates at 0 and the other at 1, only one is seen. *)
Definition answered (label : nat) (h : history nat) : output nat :=
  Output h label (Reply "answer" [] false) None false false false.
Lemma choices_are_needed : let w := plainWorld in let h := [note 0 "question"] in
  exists as1 as2 e1 e2, run w (begins h) as1 e1 /\ run w (begins h) as2 e2 /\
  flat_map (observes w 0) as1 <> flat_map (observes w 0) as2.
Proof.
  intros w h.
  exists [(begins h, Generated Started (answered 0 h))],
    [(begins h, Generated Started (answered 1 h))],
    (begins (afterwards w (answered 0 h))), (begins (afterwards w (answered 1 h))).
  split; [|split].
  - eapply R_more; [apply D_generated; reflexivity|constructor].
  - eapply R_more; [apply D_generated; reflexivity|constructor].
  - vm_compute. discriminate.
Qed.

(** (b), what tools give back: where it differs at 0, so does what is left of the run. *)
Definition called (h : history nat) : output nat :=
  Output h 0 (Reply "" [Asked "read" "{}"] false) None false false false.
Definition reads : list (declared nat) := [Declared "read" "" "" 0 true].
Lemma results_are_needed :
  let gives := fun text (tool args : string) => Parts 0 [whole 0 text] false in
  let w1 := world Keep reads (gives "one") in let w2 := world Keep reads (gives "two") in
  seenH w1 0 (afterwards w1 (called [])) <> seenH w2 0 (afterwards w2 (called [])).
Proof. vm_compute. discriminate. Qed.

(** (b), texts of tools at 0. *)
Lemma tools_are_needed :
  let w1 := world Keep [Declared "t" "one" "" 0 true] none in
  let w2 := world Keep [Declared "t" "two" "" 0 true] none in
  redact w1 [] 0 <> redact w2 [] 0.
Proof. vm_compute. discriminate. Qed.

(** (b), by what results are raised: in [Drop] mode a hidden call that writes is no structure, yet a
    later read at 0 that the store reads back shows that there was one. *)
Definition wrote : entry nat :=
  Made (Exchange 1 "" [Call "write" (whole 1 "{}") (none "" "") (Parts 1 [] false)] None false).
Lemma raising_is_a_choice :
  let gives := fun (tool args : string) => Parts 0 [whole 0 "found"] false in
  let w := world Drop (Declared "write" "" "" 0 true :: reads) gives in
  seenH w 0 [wrote] = seenH w 0 [] /\
  seenH w 0 (afterwards w (called [wrote])) <> seenH w 0 (afterwards w (called [])).
Proof. split; [reflexivity|vm_compute; discriminate]. Qed.

(** (b) and (c), arguments in canonical order: where their order is free, a draft that read what is
    above writes it into the order of the arguments that are seen. *)
Definition says (args : string) : asked := Asked "send" args.
Lemma order_is_needed : let w := plainWorld in
  let o := Output [] 0 (Reply "" [] false) (Some 1) false false false in
  (exists r1 r2, rolesOf w (says "to first") = Some r1 /\ rolesOf w (says "body first") = Some r2 /\
     control r1 = control r2 /\ data r1 = data r2) /\
  seen w 0 (argsOf w o (says "to first")) <> seen w 0 (argsOf w o (says "body first")).
Proof. split; [do 2 eexists; repeat split|vm_compute; discriminate]. Qed.

(** (g), [Keep] mode: in [Drop] mode one inner run may end above, in a step of its own. *)
Lemma keep_is_needed : let w := world Drop [] none in
  let high := Made (Exchange 1 "secret" [] None false) in
  let low := Made (Exchange 0 "told" [] None false) in
  seenH w 0 [low; high] = seenH w 0 [low] /\
  seenP w 0 (resultOf w [low; high]) <> seenP w 0 (resultOf w [low]).
Proof. split; [reflexivity|vm_compute; discriminate]. Qed.

(** The hint of a tool whose text is hidden must stay hidden, though its name is vouched for. *)
Lemma hint_is_needed :
  let w1 := world Keep [Declared "t" "a" "one" 1 true] none in
  let w2 := world Keep [Declared "t" "a" "two" 1 true] none in
  seenTools w1 0 = seenTools w2 0 /\
  map (fun t => (d_name t ++ ": " ++ d_hinted t)%string) (tools w1)
    <> map (fun t => (d_name t ++ ": " ++ d_hinted t)%string) (tools w2).
Proof. split; [reflexivity|vm_compute; discriminate]. Qed.
