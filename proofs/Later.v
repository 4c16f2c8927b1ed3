(** What two things would have to keep that no policy can say yet: fields of a result that do not
    depend on what a call says ([dependsOn]), and values that are chosen without being read
    (references, typed values). The specification has neither, so nothing binds this file to code. *)
From Coq Require Import String List PeanoNat Lia.
From Sluice Require Import Lattice.
Import ListNotations.
Open Scope list_scope.

(** A call whose control has the label [c] and whose data the label [d]. *)
Section Fields.
Context {L State Control Data Text : Type} (lat : Lattice L) (c d : L).

(** A field stands at a position, if it is there; [None] as a whole: the call failed. *)
Definition field := option (nat * Text).
Context (run : State -> Control -> Data -> option field).

(** The author's promise: in equal state, on success, the field has the same text, presence and
    position for any two values of the arguments that it leaves out. *)
Definition independent : Prop := forall s k x y f g,
  run s k x = Some f -> run s k y = Some g -> f = g.

Inductive shown := Above | Minted (handle : nat) | Read (outcome : option field).

(** Below the outcome's label stands a handle that we mint, whether or not the call succeeded. *)
Definition show (l : L) (handle : nat) (outcome : option field) : shown :=
  if flowsTo lat d l then Read outcome
  else if flowsTo lat c l then Minted handle else Above.

Lemma handles_tell_nothing : forall l handle s k x y,
  flowsTo lat d l = false -> show l handle (run s k x) = show l handle (run s k y).
Proof. intros l handle s k x y H. unfold show. now rewrite H. Qed.

(** A later call that was given the handle is made with the field, or not at all. *)
Definition used {Call} (call : field -> Call) (outcome : option field) : option Call :=
  option_map call outcome.

Lemma uses_agree : independent -> forall Call (call : field -> Call) s k x y one other,
  used call (run s k x) = Some one -> used call (run s k y) = Some other -> one = other.
Proof.
  intros H Call call s k x y one other. unfold used.
  destruct (run s k x) as [f|] eqn:F; [|discriminate].
  destruct (run s k y) as [g|] eqn:G; [|discriminate].
  rewrite (H s k x y f g F G). simpl. congruence.
Qed.
End Fields.

(** Without the promise, a field says what the call said. *)
Lemma promise_is_needed : let run := fun (_ _ : unit) (x : nat) => Some (Some (0, x)) in
  run tt tt 1 <> run tt tt 2 /\ ~ independent run.
Proof.
  split; [discriminate|]. intros H. specialize (H tt tt 1 2 _ _ eq_refl eq_refl). discriminate.
Qed.

(** Only the text promised: whether there is a field, and where, says what the call said. *)
Lemma presence_is_needed :
  let run := fun (_ _ : unit) (x : bool) => Some (if x then Some (0, "id") else None)%string in
  (forall x y p q t u, run tt tt x = Some (Some (p, t)) -> run tt tt y = Some (Some (q, u)) ->
    t = u) /\ ~ independent run.
Proof.
  split.
  - intros [] [] p q t u; simpl; congruence.
  - intros H. specialize (H tt tt true false _ _ eq_refl eq_refl). discriminate.
Qed.

(** Shown below the outcome's label in place of a handle, even a promised field tells if the call
    succeeded. *)
Lemma handle_is_needed :
  let run := fun (_ _ : unit) (x : bool) => if x then Some (Some (0, tt)) else None in
  independent run /\ run tt tt true <> run tt tt false.
Proof. split; [intros [] [] [] [] f g; simpl; congruence|discriminate]. Qed.

(** The promise is for equal state: what an earlier call said may have changed it. *)
Lemma state_is_needed : let run := fun (s : nat) (_ _ : unit) => Some (Some (0, s)) in
  independent run /\ run 1 tt tt <> run 2 tt tt.
Proof. split; [intros s [] [] [] f g; simpl; congruence|discriminate]. Qed.

(** Values of a hidden region as a narrow view shows them: text, or handles bound to the region. *)
Section References.
Context {V : Type} (max region : nat).

Inductive piece := Words (text : string) | Handle (of at_ : nat).

(** At most so many, leftmost first, none left out for being there before. *)
Definition found (values : list V) : list V := firstn max values.
Definition handles (values : list V) : list piece :=
  map (Handle region) (seq 0 (length (found values))).

Lemma no_text_is_a_handle : forall text values, ~ In (Words text) (handles values).
Proof. intros text values H. apply in_map_iff in H. destruct H as [? [H _]]. discriminate. Qed.

(** Choosing happens without reading: whatever is chosen depends on their number alone. *)
Lemma chosen_unread : forall {C} (choose : list piece -> C) a b,
  length (found a) = length (found b) -> choose (handles a) = choose (handles b).
Proof. intros C choose a b H. unfold handles. now rewrite H. Qed.

(** The number tells log2 (max + 1) bits. *)
Lemma shapes_counted : exists views, length views = S max /\
  forall values, In (handles values) views.
Proof.
  exists (map (fun n => map (Handle region) (seq 0 n)) (seq 0 (S max))). split.
  - now rewrite map_length, seq_length.
  - intros values. unfold handles, found.
    apply (in_map (fun n => map (Handle region) (seq 0 n))), in_seq.
    rewrite firstn_length. lia.
Qed.

(** Each fetch tells which of the handles was taken, or none: bits add up, repeats included. *)
Fixpoint fetches (n : nat) : list (list nat) :=
  match n with
  | 0 => [[]]
  | S n => flat_map (fun at_ => map (cons at_) (fetches n)) (seq 0 (S max))
  end.

Lemma fetches_counted : forall n, length (fetches n) = S max ^ n.
Proof.
  induction n as [|n IH]; [reflexivity|]. cbn [fetches Nat.pow]. rewrite <- IH.
  rewrite <- (seq_length (S max) 0) at 2. induction (seq 0 (S max)) as [|at_ rest IHr];
    [reflexivity|]. simpl. now rewrite app_length, map_length, IHr.
Qed.

Lemma fetches_all : forall choices, Forall (fun at_ => at_ <= max) choices ->
  In choices (fetches (length choices)).
Proof.
  induction 1 as [|at_ choices H _ IH]; [now left|]. cbn [fetches length].
  apply in_flat_map. exists at_. split; [apply in_seq; lia|now apply in_map].
Qed.

(** The value is put in when the call runs, and is held against the argument's own ceiling. *)
Definition put {L} (lat : Lattice L) (label ceiling : L) (values : list V) (at_ : nat) : option V :=
  if flowsTo lat label ceiling then nth_error (found values) at_ else None.

Lemma put_is_checked : forall {L} (lat : Lattice L) label ceiling values at_ v,
  put lat label ceiling values at_ = Some v -> flowsTo lat label ceiling = true /\ In v values.
Proof.
  intros L lat label ceiling values at_ v. unfold put. destruct flowsTo; [|discriminate].
  intros H. split; [reflexivity|]. apply nth_error_In in H. unfold found in H.
  rewrite <- (firstn_skipn max values). apply in_or_app. now left.
Qed.
End References.

(** Were equal values shown once, their number would tell which of them are equal. *)
Lemma duplicates_are_needed : let once := nodup PeanoNat.Nat.eq_dec in
  length (found 2 [1; 1]) = length (found 2 [1; 2]) /\
  handles 2 0 (once [1; 1]) <> handles 2 0 (once [1; 2]).
Proof. split; [reflexivity|discriminate]. Qed.

(** A value of a declared range, read by a model that nobody trusts; all failures look alike. *)
Section Typed.
Context {V : Type} (range : list V) (same : V -> V -> bool).
Hypothesis same_spec : forall a b, same a b = true <-> a = b.

Definition typed (said : option V) : option V :=
  match said with
  | Some v => if existsb (same v) range then Some v else None
  | None => None
  end.

(** The worst reachable value is a member. *)
Lemma typed_in_range : forall said v, typed said = Some v -> In v range.
Proof.
  intros [w|] v; simpl; [|discriminate]. destruct existsb eqn:E; [|discriminate].
  intros [= ->]. apply existsb_exists in E. destruct E as [u [Hu E]].
  apply same_spec in E. now subst.
Qed.

(** It tells log2 (|range| + 1) bits. *)
Lemma typed_counted : exists answers, length answers = S (length range) /\
  forall said, In (typed said) answers.
Proof.
  exists (None :: map Some range). split; [simpl; now rewrite map_length|].
  intros said. destruct (typed said) as [v|] eqn:E; [right|now left].
  apply in_map. now apply typed_in_range in E.
Qed.
End Typed.
