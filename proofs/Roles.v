(** packages/core/src/spec/roles.ts: control is what something acts on, data what it only says. *)
From Sluice Require Export World.

Definition Members := list (string * string).
Definition mem (name : string) (names : list string) : bool := existsb (String.eqb name) names.

Record roles := Roles { all : Members; data : list string }.

Definition startsWithQuote (value : string) : bool :=
  match value with
  | String (Ascii.Ascii false true false false false true false false) _ => true
  | _ => false
  end.

Section Roles.
Context {L : Type} (w : SpecWorld L).

Definition rolesOf (c : asked) : option roles :=
  match ruleCall w (a_tool c) (a_args c), members w (a_args c) with
  | Ceiling _ _ ceilings _, Some all =>
      let isSaid := fun m : string * string =>
        mem (fst m) (dataOf w (a_tool c)) && mem (fst m) (map fst ceilings)
        && startsWithQuote (snd m) in
      Some (Roles all (map fst (filter isSaid all)))
  | _, _ => None
  end.

Definition written (ms : Members) : string :=
  ("{" ++ String.concat "," (map (fun m => quote w (fst m) ++ ":" ++ snd m) ms) ++ "}")%string.

Definition control (r : roles) : Members :=
  filter (fun m => negb (mem (fst m) (data r))) (all r).
Definition controlIn (r : roles) : string := written (control r).

(** True where labels flow to the ceilings of what is acted on, and of all that is said. *)
Definition flowsApart (r : ruling L) (control data : L) : bool :=
  match r with
  | Ceiling (Some ceiling) own ceilings _ =>
      flows w control (match own with Some c => c | None => ceiling end)
      && forallb (fun one => flows w data (snd one)) ceilings
  | _ => false
  end.

Definition before (first : bool) (name : string) : string :=
  ((if first then "" else ",") ++ quote w name ++ ":")%string.

(** The arguments of a staged call: what is said stands above what is acted on. *)
Fixpoint labelledMembers (data_ : L) (said : list string) (first : bool) (ms : Members)
  : body L :=
  match ms with
  | [] => Text "}" End
  | (name, value) :: more =>
      let rest := labelledMembers data_ said false more in
      Text (before first name)
        (if mem name said then Inner (Region data_ true (Text value End)) rest
         else Text value rest)
  end.
Definition labelledArgs (c : asked) (control data_ : L) : region L :=
  let r := match rolesOf c with Some r => r | None => Roles [] [] end in
  Region control false (Text "{" (labelledMembers data_ (data r) true (all r))).

(** Each exchange of a history as the label of what it wrote, and its tools. *)
Definition madeIn (h : history L) : list (L * list string) :=
  flat_map (fun e => match e with
    | Made x => [(match x_data x with Some d => d | None => x_label x end,
                  map c_tool (x_calls x))]
    | Message _ _ => [] end) h.

(** What was written reads back. *)
Definition writtenTo (o : output L) (tool : string) : L :=
  let outcome := match o_data o with Some d => d | None => o_label o end in
  let made := madeIn (o_history o) ++ [(outcome, map a_tool (r_calls (o_reply o)))] in
  let writing := filter (fun t => d_vouched t && negb (isRead w (d_name t))) (tools w) in
  let label := fun t : declared L =>
    let own := filter (fun m : L * list string => mem (d_name t) (snd m)) made in
    if isNil own then []
    else [readBack w (d_name t) (joinAll (lattice w) (map fst own)) tool] in
  joinAll (lattice w) (flat_map label writing).

(** True if the propagator knows no source of something that is said. *)
Definition isSaidAnew (r : reply) (found : relevance L) : bool :=
  match found with
  | Regions _ unsourced => existsb (fun one =>
      match nth_error (r_calls r) (fst one) with
      | Some c => match rolesOf c with Some r => mem (snd one) (data r) | None => false end
      | None => false
      end) unsourced
  | _ => false
  end.
End Roles.
