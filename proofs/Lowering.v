(** packages/core/src/spec/lowering.ts: a person vouches for one region of a turn or a result. *)
From Sluice Require Export Generate.

Section Lowering.
Context {L : Type} (lat : Lattice L) (target : nat) (to : L -> option L).

Definition same (a b : L) : bool := flowsTo lat a b && flowsTo lat b a.

(** The walk in reading order: the place, and whether the region was lowered. *)
Definition walk : Type := nat * bool.

Definition loweredTo (from : L) : option L :=
  match to from with
  | Some l => if flowsTo lat l from && negb (same l from) then Some l else None
  | None => None
  end.

Fixpoint lowerIn (around : L) (r : region L) (s : walk) : region L * walk :=
  match r with
  | Region label quoted b =>
      let (place, done) := s in
      let (label, done) :=
        if Nat.eqb place target then
          match loweredTo label with
          | Some l => (join lat around l, true)
          | None => (join lat around label, done)
          end
        else (label, done) in
      let (b, s) := lowerInBody label b (S place, done) in
      (Region label quoted b, s)
  end
with lowerInBody (around : L) (b : body L) (s : walk) : body L * walk :=
  match b with
  | End => (End, s)
  | Text text more => let (more, s) := lowerInBody around more s in (Text text more, s)
  | Inner r more =>
      let (r, s) := lowerIn around r s in
      let (more, s) := lowerInBody around more s in (Inner r more, s)
  end.

Fixpoint lowerAll (rs : list (region L)) (s : walk) : list (region L) * walk :=
  match rs with
  | [] => ([], s)
  | r :: more =>
      let (r, s) := lowerIn (bottom lat) r s in
      let (more, s) := lowerAll more s in (r :: more, s)
  end.

(** The shape of a message is not a region to lower; that of a single part falls with it. *)
Definition lowerParts (m : parts L) (s : walk) : parts L * walk :=
  let (place, done) := s in
  let here := S place in
  let '(rs, (place', done')) := lowerAll (inner m) (here, done) in
  let isShape := match inner m, rs with
    | [was], [only] => Nat.eqb here target && negb (Bool.eqb done done')
                       && same (shape m) (labelOf was)
    | _, _ => false end in
  let sh := match rs with
    | only :: _ => if isShape then labelOf only else shape m
    | [] => shape m end in
  (Parts sh rs (failed m), (place', done')).

Fixpoint lowerResults (cs : list (call L)) (s : walk) : list (call L) * walk :=
  match cs with
  | [] => ([], s)
  | c :: more =>
      let (m, s) := lowerParts (c_result c) s in
      let (more, s) := lowerResults more s in
      (Call (c_tool c) (c_args c) (c_own c) m :: more, s)
  end.

(** Nobody may lower what an agent wrote. A read with a lowered result is not replayed. *)
Definition lowerExchange (x : exchange L) (s : walk) : exchange L * walk :=
  let (place, done) := s in
  let size := List.length (flat_map (fun c => inside (c_args c)) (x_calls x)) in
  let '(cs, (place', done')) := lowerResults (x_calls x) (place + 2 + size, done) in
  (Exchange (x_label x) (x_text x) cs (x_data x) (x_lazy x && Bool.eqb done done'),
   (place', done')).

Fixpoint lowerHistory (h : history L) (s : walk) : history L * walk :=
  match h with
  | [] => ([], s)
  | Message r m :: more =>
      let (m, s) := lowerParts m s in
      let (more, s) := lowerHistory more s in (Message r m :: more, s)
  | Made x :: more =>
      let (x, s) := lowerExchange x s in
      let (more, s) := lowerHistory more s in (Made x :: more, s)
  end.
End Lowering.

(** [None] where no such region may be lowered, or its label would not be a lower one. *)
Definition lowerRegion {L} (w : SpecWorld L) (h : history L) (target : nat)
  (to : L -> option L) : option (history L) :=
  let '(h, (_, done)) :=
    lowerHistory (lattice w) target to h (List.length (tools w), false) in
  if done then Some h else None.
