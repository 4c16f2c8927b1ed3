(** The second half of packages/core/src/spec/spec.ts: generation, decision, the step loop; and
    draft-by-other.ts. *)
From Sluice Require Export Staged.

Section Generate.
Context {L : Type} (w : SpecWorld L).

(** 4:6-7 *)
Definition from (h : history L) (label : L) : option (output L) :=
  match replyTo w (redact w h label) with
  | Some r => Some (Output h label r None false false false)
  | None => None
  end.

Definition wideLabel (h : history L) : L := joined w (regions w h) Everything.

(** What comes of a draft that the policy does not simply let pass. *)
Definition afterDraft (sc : shortcuts) (before : history L) (draft : output L)
  : option (output L) :=
  let first := snd (screen w before (Some (o_reply draft))) in
  let lowered :=
    if helps w draft first || negb (lazyReads sc) then before
    else match beforeAsking sc with
      | AtPropagator => lowerToAsk w draft
      | _ => lowerReads w draft (helps w draft)
      end in
  let (relevance, label) := screen w lowered (Some (o_reply draft)) in
  let isUseful := negb (flows w (o_label draft) label) && helps w draft label in
  let isFirst := negb isUseful || isSaidAnew w (o_reply draft) relevance in
  let stage := fun h => if staging sc then staged w draft h else inr h in
  match (if isFirst then stage lowered else inr lowered) with
  | inl out => Some out
  | inr h =>
      if negb isUseful then
        let choice := match beforeAsking sc with
          | Nothing => None
          | AtPropagator => atPropagator w draft label
          | AtCeiling => atCeiling w draft
          end in
        match tryBeforeAsking w choice draft h with
        | Some out => Some out
        | None => Some (outputWith draft h)
        end
      else
        let again := match from h label with Some o => o | None => failedAfter draft h end in
        if goesOn draft again then Some again
        else if isFirst then Some (outputWith draft h)
        else match stage h with
          | inl out => Some out
          | inr h => Some (outputWith draft h)
          end
  end.

(** The shortcuts of a draft that passes as it is; [None]: it goes on. *)
Definition drafted (sc : shortcuts) (draft : output L) : option (output L) :=
  let calls := r_calls (o_reply draft) in
  let creeps := existsb (fun c => negb (flows w (o_label draft) (resultFloor w (a_tool c))))
                  calls in
  if r_truncated (o_reply draft) && negb (isNil calls) then Some draft
  else if Nat.eqb (passes w (o_reply draft) (o_label draft)) (wanted (o_reply draft)) then
    if isNil calls then Some draft
    else if allowedDraft sc && negb creeps then Some draft
    else if lazyReads sc && forallb (fun c => isRead w (a_tool c)) calls then
      Some (Output (o_history draft) (o_label draft) (o_reply draft) (o_data draft) true
              (o_failed draft) (o_drafted draft))
    else None
  else None.

Definition generateFrom (before : history L) (r : reply) : option (output L) :=
  let draft := Output before (wideLabel before) r None false false true in
  match cuts w with
  | None => from before (snd (screen w before (Some r)))
  | Some sc => match drafted sc draft with
    | Some out => Some out
    | None => afterDraft sc before draft
    end
  end.

(** 4:5-7. Every output comes from the view at its own label. *)
Definition generate (before : history L) : option (output L) :=
  if needsDraft w then
    match replyTo w (redact w before (wideLabel before)) with
    | Some r => generateFrom before r
    | None => None
    end
  else from before (snd (screen w before None)).

(** 4:10. Why a call or an answer may not be; [None] where it may. *)
Definition refuse (r : ruling L) (q : question L) : option string :=
  match r with
  | Deny why => Some why
  | Ceiling _ _ _ otherwise =>
      let control := match q_control q with Some c => c | None => q_label q end in
      if flowsApart w r control (q_label q) then None
      else match otherwise with
      | Log => None
      | Block => Some "label-above-ceiling"%string
      | Ask =>
          match whoIsAsked w with
          | None => Some "nobody-to-ask"%string
          | Some p =>
              if negb (flows w (q_label q) (p_clearance p))
              then Some "approver-not-cleared"%string
              else match dutyOf w (q_label q) with
              | None => Some "duty-not-separated"%string
              | Some duty =>
                  match p_ask p q with
                  | No => Some "person-said-no"%string
                  | Silence => Some "no-answer-in-time"%string
                  | Yes false _ => Some "confirmation-mismatch"%string
                  | Yes true signed =>
                      if negb (isNil signed) && forallb (fun name => mem name signed) duty
                      then None else Some "duty-not-separated"%string
                  end
              end
          end
      end
  end.

(** The question about a call, or why there is none. *)
Definition questionOf (o : output L) (at_ : nat) (c : asked)
  : string + (ruling L * question L) :=
  if r_truncated (o_reply o) then inl "call-truncated"%string
  else if negb (Nat.ltb at_ (maxCalls w)) then inl "limit-reached"%string
  else if negb (isNamed w (a_tool c) (o_label o)) then inl "tool-unknown"%string
  else match canonical w (a_args c) with
  | None => inl "arguments-unparseable"%string
  | Some args =>
      if holdsPlaceholder w args then inl "placeholder-in-argument"%string
      else inr (ruleCall w (a_tool c) (a_args c),
        Question (a_tool c) args
           (match o_data o with Some d => d | None => o_label o end) (Some (o_label o)))
  end.

Definition refuseCall (o : output L) (at_ : nat) (c : asked) : option string :=
  match questionOf o at_ c with
  | inl why => Some why
  | inr (r, q) => refuse r q
  end.

Fixpoint refusedFrom (o : output L) (at_ : nat) (calls : list asked) : list (option string) :=
  match calls with
  | [] => []
  | c :: more => refuseCall o at_ c :: refusedFrom o (S at_) more
  end.

(** The result of one call by the policy's label alone. *)
Definition ownOf (o : output L) (c : asked) (why : option string) : parts L :=
  match why with
  | None => raiseParts w (writtenTo w o (a_tool c)) (execute w (a_tool c) (a_args c))
  | Some why =>
      Parts (bottom (lattice w)) [whole (bottom (lattice w)) ("refused: " ++ why)%string] false
  end.

Definition argsOf (o : output L) (c : asked) : region L :=
  match o_data o, canonical w (a_args c) with
  | Some d, Some _ => labelledArgs w c (o_label o) d
  | _, Some args => whole (o_label o) args
  | _, None => whole (o_label o) (a_args c)
  end.

Definition outcomeOf (o : output L) : L :=
  match o_data o with Some d => d | None => o_label o end.

Definition madeCall (o : output L) (c : asked) (why : option string) : call L :=
  let own := ownOf o c why in
  Call (a_tool c) (argsOf o c) own (raiseParts w (outcomeOf o) own).

(** 4:8-15. Whatever comes of a call carries all that it says. *)
Definition act (o : output L) : history L * step L :=
  let calls := r_calls (o_reply o) in
  let refused := refusedFrom o 0 calls in
  let made := map (fun p => madeCall o (fst p) (snd p)) (combine calls refused) in
  let isLazy := o_lazy o && forallb (fun why => match why with None => true | _ => false end)
                              refused in
  (o_history o ++ [Made (Exchange (o_label o) (r_text (o_reply o)) made (o_data o) isLazy)],
   Step (outcomeOf o) refused).

(** 4:16-19. The generation that makes no call is the answer. *)
Definition finish (o : output L) : history L * step L :=
  let text := textOut w (r_text (o_reply o)) (o_label o) in
  let refused := [refuse (ruleAnswer w text) (Question "" text (o_label o) None)] in
  (o_history o ++ [Made (Exchange (o_label o) text [] None false)], Step (o_label o) refused).

Definition isRefusal (why : option string) : bool :=
  match why with Some text => negb (isEmpty text) | None => false end.
Definition refusals (steps : list (step L)) : nat :=
  List.length (filter isRefusal (flat_map st_refused steps)).

Fixpoint steps_ (gen : history L -> option (output L)) (fuel : nat) (h : history L)
  (steps : list (step L)) : turn_ L :=
  match fuel with
  | O => Turn h false steps None
  | S fuel =>
      if negb (Nat.leb (refusals steps) (maxRefusals w)) then Turn h false steps None
      else match gen h with
      | None => Turn h true steps None
      | Some o =>
          if o_failed o then Turn (o_history o) true steps None
          else if isNil (r_calls (o_reply o)) then
            let (h, one) := finish o in
            Turn h false (steps ++ [one])
              (Some (textOut w (r_text (o_reply o)) (o_label o)))
          else let (h, one) := act o in steps_ gen fuel h (steps ++ [one])
      end
  end.

(** Algorithm 4, from one user message to the answer, or to a limit. *)
Definition turnBy (gen : history L -> option (output L)) (before : history L) (user : parts L)
  : turn_ L := steps_ gen (maxSteps w) (before ++ [Message User user]) [].
Definition turn : history L -> parts L -> turn_ L := turnBy generate.
End Generate.

(** draft-by-other.ts: drafts by another model than the one that answers. *)
Section DraftByOther.
Context {L : Type} (w : SpecWorld L).

Definition withoutStages : SpecWorld L :=
  {| lattice := lattice w; tools := tools w; mode := mode w;
     cuts := match cuts w with
       | Some sc => Some (Shortcuts (allowedDraft sc) (lazyReads sc) (beforeAsking sc) false)
       | None => None end;
     maxSteps := maxSteps w; maxRefusals := maxRefusals w; maxCalls := maxCalls w;
     clearance := clearance w; needsDraft := needsDraft w; model := model w;
     relevant := relevant w; ruleCall := ruleCall w; ruleAnswer := ruleAnswer w;
     inert := inert w; isRead := isRead w; resultFloor := resultFloor w;
     whoIsAsked := whoIsAsked w; dutyOf := dutyOf w; canonical := canonical w;
     members := members w; quote := quote w; holdsPlaceholder := holdsPlaceholder w;
     dataOf := dataOf w; readBack := readBack w; execute := execute w |}.

Definition seenBy (h : history L) (clearance_ : L) : L :=
  let all := map (fun r : SpecRegion (L := L) => fst (fst r)) (regions w h) in
  meet (lattice w) (meet (lattice w) (joinAll (lattice w) all) (clearance w)) clearance_.

(** Reads that the policy lets pass at the wide label, and that would carry it further. *)
Definition isLazy (r : reply) (label : L) : bool :=
  let calls := r_calls r in
  match cuts w with
  | None => false
  | Some sc =>
      negb (r_truncated r) && negb (isNil calls) && lazyReads sc
      && negb (Nat.ltb (passes w r label) (List.length calls))
      && (existsb (fun c => negb (flows w label (resultFloor w (a_tool c)))) calls
          || negb (allowedDraft sc))
      && forallb (fun c => isRead w (a_tool c)) calls
  end.

Definition outputAt (h : history L) (label : L) : option (output L) :=
  match replyTo w (redact w h label) with
  | Some r => Some (Output h label r None (isLazy r label) false false)
  | None => None
  end.

(** [drafter]: the other model and the label up to which text goes to its provider. *)
Definition draftedBy (drafter : view -> option reply) (cleared : L) (before : history L)
  : option (output L) :=
  if negb (needsDraft w) then generate w before
  else
    let draft := match drafter (redact w before (seenBy before cleared)) with
      | Some r => if Nat.ltb (List.length (r_calls r)) callsInReply then Some r else None
      | None => None end in
    match draft with
    | None => outputAt before (seenBy before (clearance w))
    | Some r =>
        match generateFrom withoutStages before r with
        | None => None
        | Some o =>
            if negb (o_drafted o) || o_failed o then Some o
            else match outputAt (o_history o) (o_label o) with
              | Some wide => Some wide
              | None => Some (failedAfter (outputWith o before) (o_history o))
              end
        end
    end.
End DraftByOther.
