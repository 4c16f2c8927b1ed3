(** packages/core/src/spec/lazy-reads.ts: shortcut 3. A read that was taken at the full label is
    generated again from a narrow view, and stands there only if the identical calls come out. *)
From Sluice Require Export Spec.

Section LazyReads.
Context {L : Type} (w : SpecWorld L).

Definition replyOf (x : exchange L) : reply :=
  Reply (x_text x) (map (fun c => Asked (c_tool c) (plain (c_args c))) (x_calls x)) false.

Definition relabelArgs (r : region L) (label : L) : region L :=
  match r with Region _ quoted b => Region label quoted b end.
Definition relabel (x : exchange L) (label : L) : exchange L :=
  Exchange label (x_text x)
    (map (fun c => Call (c_tool c) (relabelArgs (c_args c) label) (c_own c)
                     (raiseParts w label (c_own c))) (x_calls x))
    (x_data x) (x_lazy x).

(** True if the very calls of one reply are made by another, spaces and order of keys aside. *)
Fixpoint sameCalls (read again : list asked) : bool :=
  match read, again with
  | [], [] => true
  | a :: read, b :: again =>
      match canonical w (a_args a), canonical w (a_args b) with
      | Some x, Some y => String.eqb (a_tool a) (a_tool b) && String.eqb x y
                          && sameCalls read again
      | _, _ => false
      end
  | _, _ => false
  end.
Definition isIdentical (read again : reply) : bool :=
  negb (r_truncated again) && sameCalls (r_calls read) (r_calls again).

Fixpoint put {A} (at_ : nat) (a : A) (l : list A) : list A :=
  match l, at_ with
  | [], _ => []
  | _ :: more, O => a :: more
  | one :: more, S at_ => one :: put at_ a more
  end.

Definition plans : Type := list (nat * (relevance L * L)).

(** Which reads could stand how low, and the history if all of them did. *)
Fixpoint planFrom (at_ : nat) (left : history L) (hoped : history L) : plans * history L :=
  match left with
  | [] => ([], hoped)
  | Made x :: more =>
      if x_lazy x then
        let own := screen w (firstn at_ hoped) (Some (replyOf x)) in
        if flows w (snd own) (x_label x) && negb (flows w (x_label x) (snd own)) then
          let (ps, hoped) := planFrom (S at_) more (put at_ (Made (relabel x (snd own))) hoped) in
          ((at_, own) :: ps, hoped)
        else planFrom (S at_) more hoped
      else planFrom (S at_) more hoped
  | Message _ _ :: more => planFrom (S at_) more hoped
  end.

Definition touches (places : list (option nat)) (found : relevance L * L) (at_ : nat) : bool :=
  match fst found with
  | Regions rs _ => existsb (fun r => match nth_error places r with
      | Some (Some place) => Nat.eqb place at_ | _ => false end) rs
  | _ => true
  end.

(** The reads in which something relevant stands, and those that they needed in turn. *)
Fixpoint closure (fuel : nat) (places : list (option nat)) (ps : plans)
  (needed : list nat) (fresh : list (relevance L * L)) : list nat :=
  match fuel with
  | O => needed
  | S fuel =>
      let isIn := fun at_ => existsb (Nat.eqb at_) needed in
      let more := filter (fun p => negb (isIn (fst p))
                            && existsb (fun f => touches places f (fst p)) fresh) ps in
      if isNil more then needed
      else closure fuel places ps (needed ++ map fst more) (map snd more)
  end.

(** One read, tried from the view at [label]. *)
Definition lowerRead (h : history L) (at_ : nat) (label : L) : history L :=
  match nth_error h at_ with
  | Some (Made x) =>
      match replyTo w (redact w (firstn at_ h) label) with
      | Some again =>
          if isIdentical (replyOf x) again then
            put at_ (Made (relabel (Exchange (x_label x) (r_text again) (x_calls x) (x_data x)
                                      false) label)) h
          else put at_ (Made (tried x)) h
      | None => put at_ (Made (tried x)) h
      end
  | _ => h
  end.

Definition lowerReads (draft : output L) (isWorth : L -> bool) : history L :=
  let h := o_history draft in
  let (ps, hoped) := planFrom 0 h h in
  let found := screen w hoped (Some (o_reply draft)) in
  if isWorth (snd found) then
    let places := map (fun r : SpecRegion (L := L) => snd r) (regions w hoped) in
    let needed := closure (S (List.length ps)) places ps [] [found] in
    fold_left (fun h p => if existsb (Nat.eqb (fst p)) needed
                          then lowerRead h (fst p) (snd (snd p)) else h) ps h
  else h.
End LazyReads.
