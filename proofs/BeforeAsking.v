(** packages/core/src/spec/before-asking.ts: a draft whose calls the policy stops is tried from a
    narrower view before a person is asked. *)
From Sluice Require Export LazyReads.

Section BeforeAsking.
Context {L : Type} (w : SpecWorld L).

(** The propagator's own label. *)
Definition atPropagator (draft : output L) (narrow : L) : option L :=
  if flows w narrow (o_label draft) && negb (flows w (o_label draft) narrow)
     && negb (isNil (r_calls (o_reply draft)))
  then Some narrow else None.

(** The greatest label, at most the draft's, at which none of its calls is stopped. *)
Definition atCeiling (draft : output L) : option L :=
  let label := o_label draft in
  let stopped := flat_map (fun c =>
    if isNamed w (a_tool c) label then
      match ruleCall w (a_tool c) (a_args c) with
      | Ceiling (Some ceiling) _ _ _ => if flows w label ceiling then [] else [ceiling]
      | _ => []
      end
    else []) (r_calls (o_reply draft)) in
  if isNil stopped then None else Some (meetAll (lattice w) label stopped).

(** What was called since the last turn of the user. *)
Fixpoint madeThisTurn (h : history L) : list (call L) :=
  match h with
  | [] => []
  | e :: more =>
      if existsb (fun e => match e with Message User _ => true | _ => false end) more
      then madeThisTurn more
      else match e with
        | Message _ _ => flat_map (fun e => match e with Made x => x_calls x | _ => [] end) more
        | Made x => x_calls x ++
            flat_map (fun e => match e with Made x => x_calls x | _ => [] end) more
        end
  end.

(** The draft's own calls, or such as nobody is asked about. *)
Definition isTaken (draft again : output L) : bool :=
  let r := o_reply again in
  let made := madeThisTurn (o_history again) in
  let isMade := fun c => existsb (fun m => String.eqb (c_tool m) (a_tool c)
    && match canonical w (a_args c) with
       | Some args => String.eqb (plain (c_args m)) args
       | None => false end) made in
  goesOn draft again
  && (isIdentical w (o_reply draft) r
      || negb (existsb isMade (r_calls r))
         && negb (r_truncated r)
         && Nat.eqb (passes w r (o_label again)) (List.length (r_calls r))).

(** The output of a step whose draft is to be asked about; [None]: nothing was tried. *)
Definition tryBeforeAsking (choice : option L) (draft : output L) (h : history L)
  : option (output L) :=
  match choice with
  | None => None
  | Some label =>
      match replyTo w (redact w h label) with
      | None => Some (failedAfter draft h)
      | Some r =>
          let again := Output h label r None false false false in
          Some (if isTaken draft again then again else outputWith draft h)
      end
  end.

(** Shortcut 3 where questions are asked at the propagator's label: for a narrower question too. *)
Definition lowerToAsk (draft : output L) : history L :=
  lowerReads w draft (fun label => helps w draft label
    || match atPropagator draft label with Some _ => true | None => false end).
End BeforeAsking.
