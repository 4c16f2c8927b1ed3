(** A person's lowering leaves a sound history: a read whose result it lowered is not replayed. *)
From Coq Require Import Lia.
From Sluice Require Export Refine.

Arguments lowerParts : simpl never.
Arguments lowerExchange : simpl never.
Arguments lowerIn : simpl never.

Section Walk.
Context {L : Type} (lat : Lattice L) (target : nat) (to : L -> option L).

(** The walk from [place] to [place'] meets the region or goes by it. *)
Definition away (place place' : nat) : Prop := target < place \/ place' <= target.

Lemma lowerIn_region : forall around label quoted b place done,
  lowerIn lat target to around (Region label quoted b) (place, done) =
  (let (label, done) :=
     if Nat.eqb place target then
       match loweredTo lat to label with
       | Some l => (join lat around l, true)
       | None => (join lat around label, done)
       end
     else (label, done) in
   let (b, s) := lowerInBody lat target to label b (S place, done) in
   (Region label quoted b, s)).
Proof. reflexivity. Qed.
Lemma lowerIn_text : forall around text more s,
  lowerInBody lat target to around (Text text more) s =
  (let (more, s) := lowerInBody lat target to around more s in (Text text more, s)).
Proof. reflexivity. Qed.
Lemma lowerIn_inner : forall around r more s,
  lowerInBody lat target to around (Inner r more) s =
  (let (r, s) := lowerIn lat target to around r s in
   let (more, s) := lowerInBody lat target to around more s in (Inner r more, s)).
Proof. reflexivity. Qed.

Lemma lowerIn_away :
  (forall r around place done r' place' done',
    lowerIn lat target to around r (place, done) = (r', (place', done')) ->
    place < place' /\ (away place place' -> r' = r /\ done' = done)) /\
  (forall b around place done b' place' done',
    lowerInBody lat target to around b (place, done) = (b', (place', done')) ->
    place <= place' /\ (away place place' -> b' = b /\ done' = done)).
Proof.
  unfold away. apply region_body_ind.
  - intros label quoted b IH around place done r' place' done' E. rewrite lowerIn_region in E.
    destruct (Nat.eqb place target) eqn:T.
    + apply Nat.eqb_eq in T. subst place.
      destruct (match loweredTo lat to label with Some l => _ | None => _ end) as [l1 d1].
      destruct (lowerInBody lat target to l1 b (S target, d1)) as [b1 [p1 e1]] eqn:B.
      inversion E; subst. destruct (IH _ _ _ _ _ _ B) as [A _]. split; lia.
    + apply Nat.eqb_neq in T.
      destruct (lowerInBody lat target to label b (S place, done)) as [b1 [p1 e1]] eqn:B.
      inversion E; subst. destruct (IH _ _ _ _ _ _ B) as [A C]. split; [lia|].
      intros H. destruct C as [C1 C2]; [lia|]. subst. auto.
  - intros around place done b' place' done' E. inversion E. subst. split; auto.
  - intros text more IH around place done b' place' done' E. rewrite lowerIn_text in E.
    destruct (lowerInBody lat target to around more (place, done)) as [b1 [p1 e1]] eqn:B.
    inversion E; subst. destruct (IH _ _ _ _ _ _ B) as [A C]. split; auto.
    intros H. destruct C as [C1 C2]; auto. subst. auto.
  - intros r IHr more IH around place done b' place' done' E. rewrite lowerIn_inner in E.
    destruct (lowerIn lat target to around r (place, done)) as [r1 [p1 e1]] eqn:R.
    destruct (lowerInBody lat target to around more (p1, e1)) as [b1 [p2 e2]] eqn:B.
    inversion E; subst. destruct (IHr _ _ _ _ _ _ R) as [A C].
    destruct (IH _ _ _ _ _ _ B) as [A' C']. split; [lia|].
    intros H. destruct C as [C1 C2]; [lia|]. destruct C' as [C3 C4]; [lia|]. subst. auto.
Qed.

Lemma lowerAll_away : forall rs place done rs' place' done',
  lowerAll lat target to rs (place, done) = (rs', (place', done')) ->
  place <= place' /\ (away place place' -> rs' = rs /\ done' = done).
Proof.
  unfold away. induction rs as [|r rs IH]; simpl; intros place done rs' place' done' E.
  - inversion E. subst. split; auto.
  - destruct (lowerIn lat target to (bottom lat) r (place, done)) as [r1 [p1 e1]] eqn:R.
    destruct (lowerAll lat target to rs (p1, e1)) as [rs1 [p2 e2]] eqn:B.
    inversion E; subst. destruct (proj1 lowerIn_away _ _ _ _ _ _ _ R) as [A C].
    destruct (IH _ _ _ _ _ B) as [A' C']. unfold away in *. split; [lia|].
    intros H. destruct C as [C1 C2]; [lia|]. destruct C' as [C3 C4]; [lia|]. subst. auto.
Qed.

Lemma lowerParts_away : forall m place done m' place' done',
  lowerParts lat target to m (place, done) = (m', (place', done')) ->
  place < place' /\ (away place place' -> m' = m /\ done' = done).
Proof.
  unfold away. intros [s rs f] place done m' place' done' E. unfold lowerParts in E. simpl in E.
  destruct (lowerAll lat target to rs (S place, done)) as [rs1 [p1 e1]] eqn:R.
  destruct (lowerAll_away _ _ _ _ _ _ R) as [A C]. unfold away in *.
  inversion E as [[Em Ep Ed]]. subst p1 e1. split; [lia|].
  intros H. destruct C as [C1 C2]; [lia|]. subst rs1 done'. split; auto.
  rewrite eqb_reflx. destruct rs as [|r [|r2 rs]]; simpl; auto.
  rewrite andb_false_r. simpl. auto.
Qed.

Lemma lowerResults_away : forall cs place done cs' place' done',
  lowerResults lat target to cs (place, done) = (cs', (place', done')) ->
  place <= place' /\ (away place place' -> cs' = cs /\ done' = done).
Proof.
  unfold away. induction cs as [|c cs IH]; simpl; intros place done cs' place' done' E.
  - inversion E. subst. split; auto.
  - destruct (lowerParts lat target to (c_result c) (place, done)) as [m1 [p1 e1]] eqn:R.
    destruct (lowerResults lat target to cs (p1, e1)) as [cs1 [p2 e2]] eqn:B.
    inversion E; subst. destruct (lowerParts_away _ _ _ _ _ _ R) as [A C].
    destruct (IH _ _ _ _ _ B) as [A' C']. unfold away in *. split; [lia|].
    intros H. destruct C as [C1 C2]; [lia|]. destruct C' as [C3 C4]; [lia|]. subst.
    split; auto. destruct c. auto.
Qed.

(** An entry that may still be replayed is one of the history before, as it was. *)
Definition keptIn (h h' : history L) : Prop := forall x', In (Made x') h' -> x_lazy x' = true ->
  exists x, In (Made x) h /\ x_lazy x = true /\ x_label x = x_label x' /\ x_calls x = x_calls x'.

Lemma lowerEntry_away : forall x place done x' place' done',
  lowerExchange lat target to x (place, done) = (x', (place', done')) ->
  place <= place' /\ x_label x' = x_label x /\
  (away place place' -> x_calls x' = x_calls x /\ x_lazy x' = x_lazy x /\ done' = done) /\
  (done' <> done -> x_lazy x' = false).
Proof.
  intros x place done x' place' done' E. unfold lowerExchange in E.
  destruct (lowerResults lat target to (x_calls x) _) as [cs1 [p1 e1]] eqn:R.
  destruct (lowerResults_away _ _ _ _ _ _ R) as [A C]. unfold away in *.
  inversion E; subst. simpl. split; [lia|]. split; auto. split.
  - intros H. destruct C as [C1 C2]; [lia|]. subst. rewrite eqb_reflx, andb_true_r. auto.
  - intros N. destruct (Bool.eqb done done') eqn:B; [|apply andb_false_r].
    apply eqb_prop in B. subst. contradiction.
Qed.

Lemma lowerHistory_past : forall h place done h' place' done',
  lowerHistory lat target to h (place, done) = (h', (place', done')) ->
  target < place -> done' = done /\ keptIn h h'.
Proof.
  induction h as [|e h IH]; simpl; intros place done h' place' done' E T.
  - inversion E. subst. split; auto. intros x' [].
  - destruct e as [r m|x].
    + destruct (lowerParts lat target to m (place, done)) as [m1 [p1 e1]] eqn:P.
      destruct (lowerHistory lat target to h (p1, e1)) as [h1 [p2 e2]] eqn:H.
      inversion E; subst. destruct (lowerParts_away _ _ _ _ _ _ P) as [A C].
      destruct C as [_ C]; [left; auto|]. subst e1.
      destruct (IH _ _ _ _ _ H) as [D K]; [lia|]. split; auto.
      intros x' [I|I] Z; [discriminate|]. destruct (K x' I Z) as [x [X1 X2]].
      exists x. split; [right|]; auto.
    + destruct (lowerExchange lat target to x (place, done)) as [x1 [p1 e1]] eqn:P.
      destruct (lowerHistory lat target to h (p1, e1)) as [h1 [p2 e2]] eqn:H.
      inversion E; subst. destruct (lowerEntry_away _ _ _ _ _ _ P) as [A [B [C _]]].
      destruct C as [C1 [C2 C3]]; [left; auto|]. subst e1.
      destruct (IH _ _ _ _ _ H) as [D K]; [lia|]. split; auto.
      intros x' [I|I] Z.
      * inversion I; subst. exists x. split; [left; auto|]. repeat split; congruence.
      * destruct (K x' I Z) as [y [X1 X2]]. exists y. split; [right|]; auto.
Qed.

Lemma lowerHistory_kept : forall h place h' place',
  lowerHistory lat target to h (place, false) = (h', (place', true)) -> keptIn h h'.
Proof.
  induction h as [|e h IH]; simpl; intros place h' place' E; [inversion E|].
  destruct e as [r m|x].
  - destruct (lowerParts lat target to m (place, false)) as [m1 [p1 e1]] eqn:P.
    destruct (lowerHistory lat target to h (p1, e1)) as [h1 [p2 e2]] eqn:H.
    inversion E; subst. destruct (lowerParts_away _ _ _ _ _ _ P) as [A C].
    assert (K : keptIn h h1).
    { destruct e1; [|eapply IH; eauto].
      eapply (lowerHistory_past h p1 true); eauto.
      destruct (Nat.lt_ge_cases target p1) as [T|T]; auto.
      destruct C as [_ C]; [right; auto|discriminate]. }
    intros x' [I|I] Z; [discriminate|]. destruct (K x' I Z) as [x [X1 X2]].
    exists x. split; [right|]; auto.
  - destruct (lowerExchange lat target to x (place, false)) as [x1 [p1 e1]] eqn:P.
    destruct (lowerHistory lat target to h (p1, e1)) as [h1 [p2 e2]] eqn:H.
    inversion E; subst. destruct (lowerEntry_away _ _ _ _ _ _ P) as [A [B [C N]]].
    assert (K : keptIn h h1 /\ (x_lazy x1 = true -> x_calls x1 = x_calls x /\ x_lazy x = true)).
    { destruct e1.
      - split.
        + eapply (lowerHistory_past h p1 true); eauto.
          destruct (Nat.lt_ge_cases target p1) as [T|T]; auto.
          destruct C as [_ [_ C]]; [right; auto|discriminate].
        + intros Z. rewrite N in Z; [discriminate|discriminate].
      - split; [eapply IH; eauto|]. intros Z.
        destruct (Nat.lt_ge_cases target place) as [T|T].
        + destruct C as [C1 [C2 _]]; [left; auto|]. split; congruence.
        + destruct (Nat.lt_ge_cases target p1) as [T1|T1].
          * destruct (lowerHistory_past _ _ _ _ _ _ H T1) as [D _]. discriminate.
          * destruct C as [C1 [C2 _]]; [right; auto|]. split; congruence. }
    destruct K as [K X]. intros x' [I|I] Z.
    + inversion I; subst. destruct (X Z) as [X1 X2]. exists x. split; [left; auto|].
      repeat split; congruence.
    + destruct (K x' I Z) as [y [X1 X2]]. exists y. split; [right|]; auto.
Qed.
End Walk.

Lemma vouched_sound : forall L (w : SpecWorld L) h target to h',
  sound w h -> lowerRegion w h target to = Some h' -> sound w h'.
Proof.
  intros L w h target to h' S E. unfold lowerRegion in E.
  destruct (lowerHistory _ _ _ h _) as [h1 [p1 d1]] eqn:H. destruct d1; inversion E; subst.
  intros x' I Z. destruct (lowerHistory_kept _ _ _ _ _ _ _ H x' I Z) as [x [X1 [X2 [X3 X4]]]].
  rewrite <- X3, <- X4. auto.
Qed.
