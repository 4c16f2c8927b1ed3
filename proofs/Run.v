(** A whole run as actions, whoever chooses them: the propagator, a draft, the policy, an attacker.
    Each says what it needs to be an action of the specification. *)
From Sluice Require Export View.

(** A history as it was when the step began, or the first [n] entries of it as it is now. *)
Inductive place := Started | First (n : nat).

(** [since]: the labels of the reads that the step has lowered so far. *)
Record state (L : Type) :=
  State { started : history L; now : history L; since : list L }.
Arguments State {L}. Arguments started {L}. Arguments now {L}. Arguments since {L}.
Definition begins {L} (h : history L) : state L := State h h [].

Definition historyAt {L} (s : state L) (p : place) : history L :=
  match p with Started => started s | First n => firstn n (now s) end.
Definition whole_ {L} (s : state L) : place := First (List.length (now s)).

Inductive action (L : Type) :=
(** A turn of the user, or the system prompt. *)
| Enters (r : role) (m : parts L)
(** A person lowered a region: endorsed or declassified it. *)
| Vouched (h : history L)
(** The model was given a view, and whatever it said was only used to choose. *)
| Looked (p : place) (label : L)
(** A read was marked as tried. *)
| Marked
(** A read came out again from the view of what stood before it, and is lowered. *)
| Lowered (at_ : nat) (label : L) (by_ : list L)
(** The step is given up, and reads that it tried are marked. *)
| Failed
(** A generation: its calls are decided and run, or it is the answer. *)
| Generated (p : place) (o : output L).
Arguments Enters {L}. Arguments Vouched {L}. Arguments Looked {L}. Arguments Marked {L}.
Arguments Lowered {L}. Arguments Failed {L}. Arguments Generated {L}.

Section Run.
Context {L : Type} (w : SpecWorld L).

Definition sameBut (a b : entry L) : Prop :=
  match a, b with
  | Made x, Made y => y = x \/ y = tried x
  | _, _ => b = a
  end.

(** A call as [act] made it at [a], with what its result was raised by. *)
Definition madeBy (a : L) (c : call L) (by_ : L) : Prop :=
  exists text raw,
    c_args c = whole a text /\ canonical w text = Some text /\ canonical w raw = Some text /\
    c_own c = raiseParts w by_ (execute w (c_tool c) raw) /\
    c_result c = raiseParts w a (c_own c).

Definition afterwards (o : output L) : history L :=
  fst (if isNil (r_calls (o_reply o)) then finish w o else act w o).

Inductive does : state L -> action L -> state L -> Prop :=
| D_enters : forall s r m,
    does s (Enters r m) (begins (now s ++ [Message r m]))
| D_vouched : forall s target to h,
    lowerRegion w (now s) target to = Some h -> does s (Vouched h) (begins h)
| D_looked : forall s p label, does s (Looked p label) s
| D_marked : forall s h, Forall2 sameBut (now s) h -> does s Marked (State (started s) h (since s))
| D_failed : forall s h, Forall2 sameBut (started s) h -> does s Failed (begins h)
| D_lowered : forall s at_ x label again by_,
    nth_error (now s) at_ = Some (Made x) ->
    flows w label (x_label x) = true ->
    replyTo w (redact w (firstn at_ (now s)) label) = Some again ->
    isIdentical w (replyOf x) again = true ->
    Forall2 (madeBy (x_label x)) (x_calls x) by_ ->
    does s (Lowered at_ label by_)
      (State (started s)
        (put at_ (Made (relabel w (Exchange (x_label x) (r_text again) (x_calls x) (x_data x)
                                     false) label)) (now s))
         (label :: since s))
| D_generated : forall s p o,
    o_history o = now s -> o_data o = None ->
    replyTo w (redact w (historyAt s p) (o_label o)) = Some (o_reply o) ->
    does s (Generated p o) (begins (afterwards o))
| D_staged : forall s o draft again wide calls,
    o_history o = now s -> o_data o = Some wide -> flows w (o_label o) wide = true ->
    replyTo w (redact w (started s) wide) = Some draft ->
    replyTo w (hinted w (now s) (o_label o)) = Some again ->
    matched w (r_calls draft) (r_calls again) = Some calls -> calls <> [] ->
    o_reply o = Reply (r_text again) calls false ->
    does s (Generated (whole_ s) o) (begins (afterwards o)).

(** A run with the state before each action. *)
Inductive run : state L -> list (state L * action L) -> state L -> Prop :=
| R_end : forall s, run s [] s
| R_more : forall s a s' more s'',
    does s a s' -> run s' more s'' -> run s ((s, a) :: more) s''.
End Run.

(** What two runs are assumed to have alike, for an observer at [l]. *)
Inductive assumed (L : Type) :=
| A_enters (r : role) (m : seenParts L)
| A_vouched (h : list (seenEntry L))
| A_looked (p : option nat) (label : L)
| A_lowered (at_ : nat) (wasSeen : bool) (label : L) (by_ : list L)
| A_failed
| A_generated (p : option nat) (label : L) (data : option L) (by_ : list L)
| A_structure (names : list string)
| A_boundary.
Arguments A_enters {L}. Arguments A_vouched {L}. Arguments A_looked {L}. Arguments A_lowered {L}.
Arguments A_failed {L}. Arguments A_generated {L}. Arguments A_structure {L}. Arguments A_boundary {L}.

(** What they then have alike. *)
Inductive observed (L : Type) :=
| O_view (v : view)
| O_step (v : view) (label : L) (text : string) (control : list (option (string * Members * list string)))
| O_calls (calls : list asked) (refused : list (option string)) (questions : list (question L))
    (ran : list asked)
| O_answer (text : string) (refused : option string) (questions : list (question L)).
Arguments O_view {L}. Arguments O_step {L}. Arguments O_calls {L}. Arguments O_answer {L}.

Section Observer.
Context {L : Type} (w : SpecWorld L) (l : L).

Definition placeSeen (s : state L) (p : place) : option nat :=
  match p with
  | Started => None
  | First n => Some (List.length (seenH w l (firstn n (now s))))
  end.

Definition assumes (one : state L * action L) : list (assumed L) :=
  let (s, a) := one in
  match a with
  | Enters r m => [A_enters r (seenP w l m)]
  | Vouched h => [A_vouched (seenH w l h)]
  | Looked p label => if flows w label l then [A_looked (placeSeen s p) label] else []
  | Marked => []
  | Lowered at_ label by_ =>
      if flows w label l then
        let wasSeen := match nth_error (now s) at_ with
          | Some (Made x) => flows w (x_label x) l | _ => false end in
        [A_lowered (List.length (seenH w l (firstn at_ (now s)))) wasSeen label by_]
      else []
  | Failed => [A_failed]
  | Generated p o =>
      if flows w (o_label o) l then
        let by_ := if flows w (outcomeOf o) l
          then map (fun c => writtenTo w o (a_tool c)) (r_calls (o_reply o)) else [] in
        [A_generated (placeSeen s p) (o_label o) (o_data o) by_]
      else match mode w with
        | Keep => [A_structure (map (fun c => publicName w (a_tool c)) (r_calls (o_reply o)))]
        | Drop => if existsb (fun label => flows w label l) (since s) then [A_boundary] else []
        end
  end.

(** The questions that a person is asked. *)
Definition asks (r : ruling L) (q : question L) : list (question L) :=
  match r with
  | Ceiling _ _ _ Ask =>
      if flowsApart w r (match q_control q with Some c => c | None => q_label q end) (q_label q)
      then []
      else match whoIsAsked w, dutyOf w (q_label q) with
        | Some p, Some _ => if flows w (q_label q) (p_clearance p) then [q] else []
        | _, _ => []
        end
  | _ => []
  end.
Fixpoint questionsFrom (o : output L) (at_ : nat) (calls : list asked) : list (question L) :=
  match calls with
  | [] => []
  | c :: more =>
      match questionOf w o at_ c with inl _ => [] | inr (r, q) => asks r q end
      ++ questionsFrom o (S at_) more
  end.

Definition acted (o : output L) : list (observed L) :=
  match r_calls (o_reply o) with
  | [] =>
      let text := textOut w (r_text (o_reply o)) (o_label o) in
      let q := Question "" text (o_label o) None in
      [O_answer text (refuse w (ruleAnswer w text) q) (asks (ruleAnswer w text) q)]
  | calls =>
      let refused := refusedFrom w o 0 calls in
      let isRun := fun p : asked * option string =>
        match snd p with None => true | Some _ => false end in
      [O_calls calls refused (questionsFrom o 0 calls)
         (map fst (filter isRun (combine calls refused)))]
  end.

(** Tool, control, and which data there is: all that is seen of a call whose data stand above. *)
Definition controlOf (o : output L) (c : asked) : option (string * Members * list string) :=
  match o_data o, rolesOf w c with
  | Some _, Some r => Some (a_tool c, control r, data r)
  | _, _ => None
  end.

Definition observes (one : state L * action L) : list (observed L) :=
  let (s, a) := one in
  match a with
  | Looked p label =>
      if flows w label l then [O_view (redact w (historyAt s p) label)] else []
  | Lowered at_ label _ =>
      if flows w label l then [O_view (redact w (firstn at_ (now s)) label)] else []
  | Generated p o =>
      if flows w (o_label o) l then
        O_step (match o_data o with
                | None => redact w (historyAt s p) (o_label o)
                | Some _ => hinted w (now s) (o_label o) end)
          (o_label o) (r_text (o_reply o)) (map (controlOf o) (r_calls (o_reply o)))
        :: (if flows w (outcomeOf o) l then acted o else [])
      else []
  | _ => []
  end.
End Observer.

(** Two worlds that differ, for an observer at [l], only above it: in what tools give back, and in
    the names and texts of tools. Propagator, thresholds and shortcuts may differ altogether. *)
Record agree {L} (l : L) (w1 w2 : SpecWorld L) : Prop := {
  same_lattice : lattice w1 = lattice w2;
  same_mode : mode w1 = mode w2;
  same_maxCalls : maxCalls w1 = maxCalls w2;
  same_model : forall v, model w1 v = model w2 v;
  same_ruleCall : forall t a, ruleCall w1 t a = ruleCall w2 t a;
  same_ruleAnswer : forall t, ruleAnswer w1 t = ruleAnswer w2 t;
  same_inert : forall t, inert w1 t = inert w2 t;
  same_person : whoIsAsked w1 = whoIsAsked w2;
  same_duty : forall a, dutyOf w1 a = dutyOf w2 a;
  same_canonical : forall a, canonical w1 a = canonical w2 a;
  same_members : forall a, members w1 a = members w2 a;
  same_quote : forall a, quote w1 a = quote w2 a;
  same_holds : forall a, holdsPlaceholder w1 a = holdsPlaceholder w2 a;
  same_dataOf : forall t, dataOf w1 t = dataOf w2 t;
  same_tools : seenTools w1 l = seenTools w2 l;
  same_results : forall t a b c, canonical w1 a = Some c -> canonical w2 b = Some c ->
    seenP w1 l (execute w1 t a) = seenP w2 l (execute w2 t b);
}.

(** A world whose arguments are read as JSON is read. *)
Record readable {L} (w : SpecWorld L) : Prop := {
  canonical_again : forall a c, canonical w a = Some c -> canonical w c = Some c;
  members_canonical : forall a m, members w a = Some m -> exists c, canonical w a = Some c;
  members_sorted : exists lt : string -> string -> Prop,
    (forall a, ~ lt a a) /\
    (forall a m, members w a = Some m ->
       Sorted.StronglySorted lt (map fst m)) /\
    (forall a b c, lt a b -> lt b c -> lt a c);
}.
