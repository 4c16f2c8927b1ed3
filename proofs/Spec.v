(** The first half of packages/core/src/spec/spec.ts: labels, algorithms 2 and 3; and answer.ts. *)
From Sluice Require Export Roles.

Section Spec.
Context {L : Type} (w : SpecWorld L).

Fixpoint inside (r : region L) : list L :=
  match r with Region label _ b => label :: insideBody b end
with insideBody (b : body L) : list L :=
  match b with
  | End => []
  | Text _ more => insideBody more
  | Inner r more => inside r ++ insideBody more
  end.

(** Its label, the shape of its message, and the place of its entry ([None]: a tool's text). *)
Definition SpecRegion : Type := L * L * option nat.

Definition ofParts (at_ : nat) (s : L) (labels : list L) : list SpecRegion :=
  map (fun l => (l, s, Some at_)) (s :: labels).

Fixpoint regionsIn (at_ : nat) (h : history L) : list SpecRegion :=
  match h with
  | [] => []
  | Message _ m :: more =>
      ofParts at_ (shape m) (flat_map inside (inner m)) ++ regionsIn (S at_) more
  | Made x :: more =>
      ofParts at_ (x_label x) (x_label x :: flat_map (fun c => inside (c_args c)) (x_calls x))
      ++ flat_map (fun c => ofParts at_ (shape (c_result c))
           (flat_map inside (inner (c_result c)))) (x_calls x)
      ++ regionsIn (S at_) more
  end.
Definition regions (h : history L) : list SpecRegion :=
  map (fun t => (d_label t, d_label t, None)) (tools w) ++ regionsIn 0 h.

(** Joins a label into a region and all inside it: labels only rise. *)
Fixpoint raise (by_ : L) (r : region L) : region L :=
  match r with
  | Region label quoted b =>
      let up := join (lattice w) by_ label in Region up quoted (raiseBody up b)
  end
with raiseBody (by_ : L) (b : body L) : body L :=
  match b with
  | End => End
  | Text text more => Text text (raiseBody by_ more)
  | Inner r more => Inner (raise by_ r) (raiseBody by_ more)
  end.
Definition raiseParts (by_ : L) (m : parts L) : parts L :=
  Parts (join (lattice w) by_ (shape m)) (map (raise by_) (inner m)) (failed m).

(** The join of what is relevant, bounded by what the model's provider may see. *)
Fixpoint picked (isIn : nat -> bool) (at_ : nat) (rs : list SpecRegion) : list L :=
  match rs with
  | [] => []
  | (l, s, _) :: more =>
      if isIn at_ then l :: s :: picked isIn (S at_) more else picked isIn (S at_) more
  end.
Definition joined (rs : list SpecRegion) (said : relevance L) : L :=
  match said with
  | AtLabel l => meet (lattice w) l (clearance w)
  | Everything =>
      meet (lattice w) (joinAll (lattice w) (picked (fun _ => true) 0 rs)) (clearance w)
  | Regions places _ =>
      let isIn := fun at_ => existsb (Nat.eqb at_) places in
      meet (lattice w) (joinAll (lattice w) (picked isIn 0 rs)) (clearance w)
  end.

(** Algorithm 2. An unknown region is everything. *)
Definition screen (h : history L) (draft : option reply) : relevance L * L :=
  let rs := regions h in
  let said := relevant w h draft in
  let isReal := match said with
    | Regions places _ => forallb (fun place => Nat.ltb place (List.length rs)) places
    | _ => true end in
  let found := if isReal then said else Everything in
  (found, joined rs found).
End Spec.

(** Algorithm 3. A text with holes, where something is hidden in running text. *)
Inductive piece := Said (text : string) | Hole.

Fixpoint endsWithColon (text : string) : bool :=
  match text with
  | EmptyString => false
  | String c EmptyString =>
      match c with Ascii.Ascii false true false true true true false false => true | _ => false end
  | String _ more => endsWithColon more
  end.

Definition isEmpty (text : string) : bool :=
  match text with EmptyString => true | _ => false end.

(** Hidden neighbours in running text are one placeholder. *)
Fixpoint joinPieces (inHole : bool) (ps : list piece) : string :=
  match ps with
  | [] => ""
  | Hole :: more => if inHole then joinPieces true more
                    else (placeholder ++ joinPieces true more)%string
  | Said text :: more => if isEmpty text then joinPieces inHole more
                         else (text ++ joinPieces false more)%string
  end.

Definition hide (quoted : bool) (prev : option string) : list piece :=
  if quoted then
    let gap := match prev with
      | Some text => if endsWithColon text then " " else ""
      | None => "" end in
    [Said (gap ++ """" ++ placeholder ++ """")%string]
  else [Hole].

Section Redact.
Context {L : Type} (w : SpecWorld L).

Fixpoint showRegion (l : L) (prev : option string) (r : region L) : list piece :=
  match r with
  | Region label quoted b => if flows w label l then showBody l None b else hide quoted prev
  end
with showBody (l : L) (prev : option string) (b : body L) : list piece :=
  match b with
  | End => []
  | Text text more => Said text :: showBody l (Some text) more
  | Inner r more => showRegion l prev r ++ showBody l None more
  end.

Definition showAll (l : L) (r : region L) : string :=
  if flows w (labelOf r) l then joinPieces false (showRegion l None r) else placeholder.
Definition showParts (l : L) (m : parts L) : list string :=
  if flows w (shape m) l then map (showAll l) (inner m) else [placeholder].

Definition showCall (l : L) (isOpen : bool) (c : call L) : shownCall :=
  ShownCall (if isOpen || isVouched w (c_tool c) then c_tool c else "undeclared_tool")
    (if isOpen then showAll l (c_args c) else "{}")
    (showParts l (c_result c))
    (failed (c_result c) && flows w (shape (c_result c)) l).

Definition showEntry (l : L) (e : entry L) : list shown :=
  match e with
  | Message r m => [ShownMessage r (showParts l m)]
  | Made x =>
      let isOpen := flows w (x_label x) l in
      let isBlank := isNil (x_calls x) && isEmpty (x_text x) in
      match mode w, negb isOpen || isBlank with
      | Drop, true => []
      | _, _ => [ShownExchange (if isOpen then x_text x else placeholder)
                   (map (showCall l isOpen) (x_calls x))]
      end
  end.

Definition isShownTool (l : L) (t : declared L) : bool := d_vouched t || flows w (d_label t) l.
Definition showTool (l : L) (t : declared L) : string :=
  (d_name t ++ ": " ++ (if flows w (d_label t) l then d_text t else placeholder))%string.

Definition redact (h : history L) (l : L) : view :=
  View (map (showTool l) (filter (isShownTool l) (tools w))) (flat_map (showEntry l) h).

(** How many of the calls, or whether the answer, the policy lets pass at a label. *)
Definition flowsAt (r : ruling L) (label : L) : bool := flowsApart w r label label.
Definition passes (r : reply) (label : L) : nat :=
  match r_calls r with
  | [] => if flowsAt (ruleAnswer w (r_text r)) label then 1 else 0
  | calls =>
      List.length (filter (fun c => flowsAt (ruleCall w (a_tool c) (a_args c)) label)
        (filter (fun c => isNamed w (a_tool c) label) calls))
  end.
Definition wanted (r : reply) : nat := Nat.max 1 (List.length (r_calls r)).
Definition helps (o : output L) (narrow : L) : bool :=
  let atFull := passes (o_reply o) (o_label o) in
  Nat.eqb atFull (wanted (o_reply o)) || Nat.ltb atFull (passes (o_reply o) narrow).

(** answer.ts: a text that only its label keeps from going out goes out with dead links. *)
Definition isOutAt (r : ruling L) (label : L) : bool :=
  match r with
  | Ceiling _ _ _ Log => true
  | _ => flowsAt r label
  end.
Definition textOut (text : string) (label : L) : string :=
  let isOut := fun one => isOutAt (ruleAnswer w one) label in
  let isDenied := match ruleAnswer w text with Deny _ => true | _ => false end in
  if isOut text || isDenied then text
  else match inert w text with
    | Some dead => if isOut dead then dead else text
    | None => text
    end.
End Redact.
