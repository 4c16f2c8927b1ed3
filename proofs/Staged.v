(** packages/core/src/spec/staged.ts: what calls act on is decided once more from the view that it
    depends on; where it comes out again, what they only say is the draft's. *)
From Sluice Require Export BeforeAsking.

Section Staged.
Context {L : Type} (w : SpecWorld L).

(** The view of who decides what is acted on alone. *)
Definition hintedTool (l : L) (t : declared L) : string :=
  if flows w (d_label t) l then (d_name t ++ ": " ++ d_hinted t)%string else showTool w l t.
Definition hinted (h : history L) (l : L) : view :=
  View (map (hintedTool l) (filter (isShownTool w l) (tools w))) (v_entries (redact w h l)).

Fixpoint sameMembers (a b : Members) : bool :=
  match a, b with
  | [], [] => true
  | (n, v) :: a, (m, u) :: b => String.eqb n m && String.eqb v u && sameMembers a b
  | _, _ => false
  end.
Fixpoint sameNames (a b : list string) : bool :=
  match a, b with
  | [], [] => true
  | n :: a, m :: b => String.eqb n m && sameNames a b
  | _, _ => false
  end.

(** What a staged call and the draft's must have alike: tool, control, and which data there is. *)
Definition isSame (tool : string) (of : roles) (c : asked) : bool :=
  String.eqb tool (a_tool c) &&
  match rolesOf w c with
  | Some r => sameMembers (control of) (control r) && sameNames (data of) (data r)
  | None => false
  end.

Fixpoint takeFirst {A} (is : A -> bool) (l : list A) : option (A * list A) :=
  match l with
  | [] => None
  | a :: more => if is a then Some (a, more)
                 else match takeFirst is more with
                   | Some (found, others) => Some (found, a :: others)
                   | None => None end
  end.

(** The roles of a call of the second reply: data by its name alone. *)
Definition namedRoles (c : asked) : option roles :=
  match members w (a_args c) with
  | Some all => Some (Roles all (filter (fun n => mem n (dataOf w (a_tool c))) (map fst all)))
  | None => None
  end.

(** Calls of a draft, each once, in the second reply's order. *)
Fixpoint matched (mine : list asked) (again : list asked) : option (list asked) :=
  match again with
  | [] => Some []
  | c :: more =>
      match namedRoles c with
      | None => None
      | Some of =>
          match takeFirst (isSame (a_tool c) of) mine with
          | None => None
          | Some (found, others) =>
              match matched others more with
              | Some rest => Some (found :: rest)
              | None => None end
          end
      end
  end.

Fixpoint allRoles (calls : list asked) : option (list roles) :=
  match calls with
  | [] => Some []
  | c :: more => match rolesOf w c, allRoles more with
    | Some r, Some rs => Some (r :: rs) | _, _ => None end
  end.

(** The output of a staged step, or else the history. *)
Definition staged (draft : output L) (before : history L) : output L + history L :=
  let wide := o_label draft in
  let calls := r_calls (o_reply draft) in
  match allRoles calls with
  | None => inr before
  | Some rs =>
      if negb (existsb (fun r => negb (isNil (data r))) rs) then inr before else
      let acted := Reply "" (map (fun p => Asked (a_tool (fst p)) (controlIn w (snd p)))
                               (combine calls rs)) false in
      let isWorth := fun label =>
        flows w label wide && negb (flows w wide label)
        && forallb (fun c => isNamed w (a_tool c) label
             && flowsApart w (ruleCall w (a_tool c) (a_args c)) label wide) calls in
      let asDraft := Output before wide acted (o_data draft) (o_lazy draft) (o_failed draft)
                       (o_drafted draft) in
      let h := lowerReads w asDraft isWorth in
      let label := snd (screen w h (Some acted)) in
      if negb (isWorth label) then inr h else
      match replyTo w (hinted h label) with
      | None => inl (failedAfter draft h)
      | Some again =>
          if r_truncated again then inr h else
          match matched calls (r_calls again) with
          | Some (first :: more) =>
              inl (Output h label (Reply (r_text again) (first :: more) false) (Some wide)
                     false false false)
          | _ => inr h
          end
      end
  end.
End Staged.
