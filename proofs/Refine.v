(** Whatever [turn] does is a run of the actions: every output comes from the view at its label. *)
From Coq Require Import Lia.
From Sluice Require Export Noninterference.

Section Refine.
Context {L : Type} (w : SpecWorld L).
Hypothesis readable_w : readable w.

(** Reads that may be tried again stand as [act] left them. *)
Definition sound (h : history L) : Prop := forall x, In (Made x) h -> x_lazy x = true ->
  exists bys, Forall2 (madeBy w (x_label x)) (x_calls x) bys.

Lemma sameBut_refl : forall e : entry L, sameBut e e.
Proof. destruct e; simpl; auto. Qed.

Lemma sameBut_all : forall h : history L, Forall2 sameBut h h.
Proof. induction h; constructor; auto using sameBut_refl. Qed.

Lemma markTried_but : forall (other : history L) h n, Forall2 sameBut h (markTried other n h).
Proof.
  induction h as [|[r m|x] h IH]; intros n; simpl; constructor; auto; simpl; auto.
  destruct (isTriedAt other n); auto.
Qed.

Lemma put_but : forall n (h : history L) x, nth_error h n = Some (Made x) ->
  Forall2 sameBut h (put n (Made (tried x)) h).
Proof.
  induction n; destruct h as [|e h]; simpl; intros x H; try discriminate.
  - inversion H. subst. constructor; simpl; auto using sameBut_all.
  - constructor; auto using sameBut_refl.
Qed.

Lemma nth_put_other : forall n m (h : history L) e, n <> m ->
  nth_error (put n e h) m = nth_error h m.
Proof.
  induction n; destruct h as [|f h]; simpl; intros e H; auto; destruct m; simpl; auto;
    try contradiction.
Qed.

Lemma In_put : forall n (h : history L) e f, In f (put n e h) -> f = e \/ In f h.
Proof.
  induction n; destruct h as [|g h]; simpl; intros e f H; auto; destruct H as [H|H]; auto.
  apply IHn in H. destruct H; auto.
Qed.

Lemma sound_put : forall n h x, x_lazy x = false -> sound h -> sound (put n (Made x) h).
Proof.
  intros n h x F S y I Z. apply In_put in I. destruct I as [I|I]; [|auto].
  inversion I. subst. congruence.
Qed.

Lemma sound_but : forall h g, Forall2 sameBut h g -> sound h -> sound g.
Proof.
  intros h g F S y I Z. induction F as [|a b h g B F IH]; [contradiction|].
  destruct I as [I|I].
  - subst b. destruct a as [r m|x]; simpl in B; [discriminate|].
    destruct B as [B|B]; inversion B; subst; simpl in Z; try discriminate.
    apply S; [left; auto|auto].
  - apply IH; auto. intros z J. apply S. right. auto.
Qed.

Lemma run_app : forall s as1 s1 as2 s2,
  run w s as1 s1 -> run w s1 as2 s2 -> run w s (as1 ++ as2) s2.
Proof.
  induction 1; simpl; intros; auto. econstructor; eauto.
Qed.

(** Runs within one step: they lower and mark, and generate nothing. *)
Definition quiet (as_ : list (state L * action L)) : Prop := Forall (fun one =>
  match snd one with Generated _ _ | Enters _ _ | Vouched _ => False | _ => True end) as_.

Definition reaches (s : state L) (h : history L) : Prop :=
  exists as_ s', run w s as_ s' /\ quiet as_ /\ started s' = started s /\ now s' = h.

Lemma reaches_refl : forall s, reaches s (now s).
Proof. intros s. exists [], s. repeat split; auto; constructor. Qed.

Lemma lowerRead_reaches : forall s n label x,
  nth_error (now s) n = Some (Made x) -> flows w label (x_label x) = true ->
  (exists bys, Forall2 (madeBy w (x_label x)) (x_calls x) bys) ->
  reaches s (lowerRead w (now s) n label).
Proof.
  intros s n label x N F [bys M]. unfold lowerRead. rewrite N.
  assert (Mark : reaches s (put n (Made (tried x)) (now s))).
  { exists [(s, Marked)], (State (started s) (put n (Made (tried x)) (now s)) (since s)).
    split; [|repeat split; repeat constructor].
    econstructor; [apply D_marked, put_but; eauto|constructor]. }
  destruct (replyTo w (redact w (firstn n (now s)) label)) as [again|] eqn:R; auto.
  destruct (isIdentical w (replyOf x) again) eqn:I; auto.
  match goal with |- reaches s ?h => set (h' := h) end.
  exists [(s, Lowered n label bys)], (State (started s) h' (label :: since s)).
  split; [|repeat split; repeat constructor].
  econstructor; [eapply D_lowered; eauto|constructor].
Qed.

Lemma lowerRead_other : forall h n m label, n <> m ->
  nth_error (lowerRead w h n label) m = nth_error h m.
Proof.
  intros h n m label H. unfold lowerRead.
  destruct (nth_error h n) as [[|x]|]; auto.
  destruct (replyTo w (redact w (firstn n h) label)); [|apply nth_put_other; auto].
  destruct (isIdentical w (replyOf x) r); apply nth_put_other; auto.
Qed.

Lemma lowerRead_sound : forall h n label, sound h -> sound (lowerRead w h n label).
Proof.
  intros h n label S. unfold lowerRead. destruct (nth_error h n) as [[|x]|]; auto.
  destruct (replyTo w (redact w (firstn n h) label)); [|apply sound_put; auto].
  destruct (isIdentical w (replyOf x) r); apply sound_put; auto.
Qed.

(** What is planned for a read of [h]: it is lazy, and would stand lower. *)
Definition planned (h : history L) (p : nat * (relevance L * L)) : Prop :=
  exists x, nth_error h (fst p) = Some (Made x) /\ x_lazy x = true /\
    flows w (snd (snd p)) (x_label x) = true.

Lemma plan_planned : forall (left whole : history L) n hoped ps out,
  (forall k, nth_error left k = nth_error whole (n + k)) ->
  planFrom w n left hoped = (ps, out) ->
  Forall (planned whole) ps /\ NoDup (map fst ps) /\ Forall (fun p => n <= fst p) ps.
Proof.
  induction left as [|e left IH]; simpl; intros all n hoped ps out E P.
  - inversion P. repeat constructor.
  - assert (E' : forall k, nth_error left k = nth_error all (Datatypes.S n + k)).
    { intros k. specialize (E (Datatypes.S k)). simpl in E.
      rewrite E. f_equal. lia. }
    assert (Skip : forall hoped ps out, planFrom w (Datatypes.S n) left hoped = (ps, out) ->
      Forall (planned all) ps /\ NoDup (map fst ps) /\ Forall (fun p => n <= fst p) ps).
    { intros h1 ps1 out1 P1. destruct (IH all _ _ _ _ E' P1) as [A [B C]].
      repeat split; auto. eapply Forall_impl; [|exact C]. simpl. intros. lia. }
    destruct e as [r m|x]; [eauto|].
    destruct (x_lazy x) eqn:Z; [|eauto].
    destruct (flows w _ (x_label x) && _) eqn:F; [|eauto].
    destruct (planFrom w (Datatypes.S n) left _) as [ps1 out1] eqn:P1. inversion P. subst.
    destruct (IH all _ _ _ _ E' P1) as [A [B C]]. repeat split.
    + constructor; auto. exists x. simpl. specialize (E 0). simpl in E.
      rewrite Nat.add_0_r in E. rewrite andb_true_iff in F. intuition.
    + simpl. constructor; auto. intros I. apply in_map_iff in I. destruct I as [p [I1 I2]].
      rewrite Forall_forall in C. specialize (C p I2). lia.
    + constructor; simpl; auto. eapply Forall_impl; [|exact C]. simpl. intros. lia.
Qed.

Lemma lowerAll_reaches : forall (isIn : nat -> bool) h0 ps, sound h0 ->
  Forall (planned h0) ps -> NoDup (map fst ps) ->
  forall s, (forall p, In p ps -> nth_error (now s) (fst p) = nth_error h0 (fst p)) ->
  sound (now s) ->
  let h := fold_left (fun h (p : nat * (relevance L * L)) =>
             if isIn (fst p) then lowerRead w h (fst p) (snd (snd p)) else h) ps (now s) in
  reaches s h /\ sound h.
Proof.
  intros isIn h0. induction ps as [|p ps IH]; simpl; intros S0 P D s N S.
  - split; auto. apply reaches_refl.
  - inversion P as [|? ? P1 P2]; subst. inversion D as [|? ? D1 D2]; subst.
    destruct (isIn (fst p)); [|apply IH; auto].
    destruct P1 as [x [X1 [X2 X3]]].
    assert (M : exists bys, Forall2 (madeBy w (x_label x)) (x_calls x) bys).
    { apply S0; auto. eapply nth_error_In. eauto. }
    assert (Here : nth_error (now s) (fst p) = Some (Made x)) by (rewrite N; auto).
    destruct (lowerRead_reaches s (fst p) (snd (snd p)) x Here X3 M) as [as1 [s1 [R1 [Q1 [T1 N1]]]]].
    assert (S1 := lowerRead_sound (now s) (fst p) (snd (snd p)) S).
    rewrite <- N1 in *.
    destruct (IH S0 P2 D2 s1) as [[as2 [s2 [R2 [Q2 [T2 N2]]]]] S2]; auto.
    + intros q I. rewrite N1, lowerRead_other; auto.
      intros E. apply D1. rewrite E. apply in_map. auto.
    + split; auto. exists (as1 ++ as2), s2. split; [eapply run_app; eauto|].
      split; [apply Forall_app; auto|]. split; congruence.
Qed.

Lemma lowerReads_reaches : forall s d isWorth, o_history d = now s -> sound (now s) ->
  reaches s (lowerReads w d isWorth) /\ sound (lowerReads w d isWorth).
Proof.
  intros s d isWorth H S. unfold lowerReads. rewrite H.
  destruct (planFrom w 0 (now s) (now s)) as [ps hoped] eqn:P.
  destruct (isWorth _); [|split; auto; apply reaches_refl].
  destruct (plan_planned (now s) (now s) 0 (now s) ps hoped) as [A [B _]]; auto.
  set (c := closure _ _ _ _ _).
  apply (lowerAll_reaches (fun at_ => existsb (Nat.eqb at_) c) (now s)); auto.
Qed.

(** An output, as what may be done from a state. [r]: the draft that was made at [wide]. *)
Definition draftOf (wide : L) (r : reply) (s : state L) (o : output L) : Prop :=
  o_drafted o = true /\ o_history o = now s /\ o_label o = wide /\ o_data o = None /\
  o_reply o = r /\ o_failed o = false.
Definition justified (wide : L) (r : reply) (s : state L) (o : output L) : Prop :=
  (o_failed o = true /\ Forall2 sameBut (started s) (o_history o)) \/
  draftOf wide r s o \/
  (o_drafted o = false /\ o_failed o = false /\ o_lazy o = false /\ exists p, does w s (Generated p o) (begins (afterwards w o))).

Definition comesFrom (wide : L) (r : reply) (s : state L) (o : output L) : Prop :=
  exists h, reaches s h /\ sound h /\
    forall s', started s' = started s -> now s' = h -> justified wide r s' o.

Lemma from_justified : forall wide r s label o, from w (now s) label = Some o ->
  justified wide r s o.
Proof.
  intros wide r s label o F. unfold from in F.
  destruct (replyTo w (redact w (now s) label)) as [again|] eqn:E; try discriminate.
  inversion F. subst. right. right. repeat split; auto. exists (whole_ s).
  apply D_generated; simpl; auto. rewrite firstn_all. auto.
Qed.

Lemma staged_comes : forall wide r s d o, o_history d = started s ->
  o_label d = wide -> o_reply d = r -> o_data d = None -> o_failed d = false ->
  replyTo w (redact w (started s) wide) = Some r -> sound (now s) ->
  staged w d (now s) = inl o -> comesFrom wide r s o.
Proof.
  intros wide r s d o Hd Ld Rd Dd Fd E S T. unfold staged in T.
  destruct (allRoles w (r_calls (o_reply d))) as [rs|]; try discriminate.
  destruct (negb (existsb _ rs)); try discriminate.
  match type of T with context[lowerReads w ?d0 ?f] =>
    destruct (lowerReads_reaches s d0 f eq_refl S) as [Re So];
    set (h := lowerReads w d0 f) in * end.
  destruct (negb (_ && _ && _)) eqn:Worth; try discriminate.
  rewrite negb_false_iff, !andb_true_iff in Worth. destruct Worth as [[Below _] _].
  exists h. repeat split; auto. intros s' St No.
  destruct (replyTo w (hinted w h _)) as [again|] eqn:A.
  2: { inversion T. subst. left. simpl. split; auto. rewrite Hd, <- St. apply markTried_but. }
  destruct (r_truncated again); try discriminate.
  destruct (matched w (r_calls (o_reply d)) (r_calls again)) as [[|c cs]|] eqn:M; try discriminate.
  inversion T. subst. right. right. repeat split; auto. exists (whole_ s').
  eapply D_staged; simpl; eauto; try congruence.
Qed.

Lemma staged_reaches : forall s d h, sound (now s) ->
  staged w d (now s) = inr h -> reaches s h /\ sound h.
Proof.
  intros s d h S T. unfold staged in T.
  destruct (allRoles w (r_calls (o_reply d))) as [rs|];
    [|inversion T; subst; split; auto; apply reaches_refl].
  destruct (negb (existsb _ rs)); [inversion T; subst; split; auto; apply reaches_refl|].
  match type of T with context[lowerReads w ?d0 ?f] =>
    assert (X := lowerReads_reaches s d0 f eq_refl S);
    set (h' := lowerReads w d0 f) in * end.
  destruct (negb _); [inversion T; subst; auto|].
  destruct (replyTo w (hinted w h' _)) as [again|]; try discriminate.
  destruct (r_truncated again); [inversion T; subst; auto|].
  destruct (matched w _ _) as [[|c cs]|]; try discriminate; inversion T; subst; auto.
Qed.

Lemma comes_after : forall wide r s h o, reaches s h ->
  (forall s', started s' = started s -> now s' = h -> comesFrom wide r s' o) ->
  comesFrom wide r s o.
Proof.
  intros wide r s h o [as1 [s1 [R1 [Q1 [T1 N1]]]]] C.
  destruct (C s1 T1 N1) as [h2 [[as2 [s2 [R2 [Q2 [T2 N2]]]]] [So J]]].
  exists h2. split; [|split; auto].
  - exists (as1 ++ as2), s2. split; [eapply run_app; eauto|].
    split; [apply Forall_app; auto|]. split; congruence.
  - intros s' St No. apply J; congruence.
Qed.

Lemma comes_here : forall wide r s o, sound (now s) ->
  (forall s', started s' = started s -> now s' = now s -> justified wide r s' o) ->
  comesFrom wide r s o.
Proof. intros. exists (now s). split; [apply reaches_refl|]. auto. Qed.

Lemma kept : forall wide r s d h, draftOf wide r s d -> now s = h ->
  justified wide r s (outputWith d h).
Proof.
  intros wide r s d h [A [B [C [D [E F]]]]] N. right. left.
  repeat split; simpl; auto.
Qed.

Lemma asking_justified : forall wide r s d h choice o,
  o_history d = started s -> o_label d = wide -> o_reply d = r -> o_data d = None ->
  o_failed d = false -> o_drafted d = true -> now s = h ->
  tryBeforeAsking w choice d h = Some o -> justified wide r s o.
Proof.
  intros wide r s d h choice o H La Re Da Fa Dr N T. unfold tryBeforeAsking in T.
  destruct choice as [label|]; try discriminate.
  destruct (replyTo w (redact w h label)) as [again|] eqn:A; inversion T; subst.
  - destruct (isTaken w d _).
    + right. right. repeat split; auto. exists (whole_ s).
      apply D_generated; simpl; auto. rewrite firstn_all. auto.
    + right. left. repeat split; simpl; auto.
  - left. simpl. split; auto. rewrite H. apply markTried_but.
Qed.

Lemma afterDraft_comes : forall sc before d r o, sound before ->
  o_history d = before -> o_reply d = r -> o_data d = None -> o_failed d = false ->
  o_drafted d = true ->
  (staging sc = true -> replyTo w (redact w before (o_label d)) = Some r) ->
  afterDraft w sc before d = Some o -> comesFrom (o_label d) r (begins before) o.
Proof.
  intros sc before d r o So Hd Rd Dd Fd Gd Model A. unfold afterDraft in A.
  match type of A with context[if ?c then before else ?m] =>
    set (lowered := if c then before else m) in * end.
  assert (X : reaches (begins before) lowered /\ sound lowered).
  { unfold lowered. destruct (_ || _); [split; auto; apply reaches_refl|].
    assert (Y : forall f, reaches (begins before) (lowerReads w d f) /\ sound (lowerReads w d f)).
    { intros f. apply (lowerReads_reaches (begins before)); auto. }
    destruct (beforeAsking sc); unfold lowerToAsk; auto. }
  destruct X as [Re Sl]. clearbody lowered.
  apply (comes_after _ _ _ lowered); auto. intros s St No. simpl in St.
  destruct (screen w lowered (Some (o_reply d))) as [relevance label].
  set (isUseful := negb (flows w (o_label d) label) && helps w d label) in *.
  set (isFirst := negb isUseful || isSaidAnew w (o_reply d) relevance) in *.
  assert (Mod : staging sc = true -> replyTo w (redact w (started s) (o_label d)) = Some r)
    by (rewrite St; auto).
  assert (Hs : o_history d = started s) by congruence.
  assert (Rest : forall h, (isFirst = true \/ h = lowered) -> reaches s h -> sound h ->
    (if negb isUseful then
       match tryBeforeAsking w match beforeAsking sc with
         | Nothing => None | AtPropagator => atPropagator w d label
         | AtCeiling => atCeiling w d end d h with
       | Some out => Some out | None => Some (outputWith d h) end
     else
       let again := match from w h label with Some o => o | None => failedAfter d h end in
       if goesOn d again then Some again
       else if isFirst then Some (outputWith d h)
       else match (if staging sc then staged w d h else inr h) with
         | inl o => Some o | inr h => Some (outputWith d h) end) = Some o ->
    comesFrom (o_label d) r s o).
  { intros h First Rh Sh B. apply (comes_after _ _ _ h); auto. intros t Tt Nt.
    assert (Ht : o_history d = started t) by congruence.
    destruct (negb isUseful).
    - apply comes_here; [rewrite Nt; auto|]. intros u Tu Nu.
      destruct (tryBeforeAsking w _ d h) as [out|] eqn:Q; inversion B; subst.
      + eapply asking_justified; eauto; congruence.
      + right. left. repeat split; simpl; auto; congruence.
    - cbv zeta in B. destruct (goesOn d _).
      + apply comes_here; [rewrite Nt; auto|]. intros u Tu Nu.
        inversion B as [B']. clear B. destruct (from w h label) as [out|] eqn:Q.
        * apply (from_justified _ _ _ label). rewrite Nu, Nt. auto.
        * left. simpl. split; auto. rewrite Ht, <- Tu. apply markTried_but.
      + destruct isFirst.
        * apply comes_here; [rewrite Nt; auto|]. intros u Tu Nu. inversion B; subst.
          right. left. repeat split; simpl; auto; congruence.
        * destruct (staging sc) eqn:Sg.
          -- rewrite <- Nt in B. destruct (staged w d (now t)) as [out|g] eqn:Q.
             ++ inversion B; subst. eapply staged_comes; eauto; try congruence.
                ** rewrite Tt. auto.
             ++ assert (Sn : sound (now t)) by (rewrite Nt; auto).
                destruct (staged_reaches t d g Sn Q) as [Rg Sg'].
                apply (comes_after _ _ _ g); auto. intros u Tu Nu.
                apply comes_here; [rewrite Nu; auto|]. intros v Tv Nv.
                inversion B; subst. right. left. repeat split; simpl; auto; congruence.
          -- apply comes_here; [rewrite Nt; auto|]. intros u Tu Nu. inversion B; subst.
             right. left. repeat split; simpl; auto; congruence. }
  rewrite <- No in Rest, Sl.
  destruct isFirst eqn:Fi.
  - destruct (staging sc) eqn:Sg.
    + rewrite <- No in A. destruct (staged w d (now s)) as [out|h] eqn:Q.
      * inversion A; subst. eapply staged_comes; eauto.
      * destruct (staged_reaches s d h Sl Q) as [Rh Sh]. apply (Rest h); auto.
    + rewrite <- No in A. apply (Rest (now s)); auto. apply reaches_refl.
  - rewrite <- No in A. apply (Rest (now s)); auto. apply reaches_refl.
Qed.

(** One step: a run that lowers and marks, and then generates once or fails. *)
Definition steps_to (before : history L) (o : output L) : Prop :=
  exists as_ s, run w (begins before) as_ s /\ quiet as_ /\ started s = before /\ sound (now s) /\
    ((o_failed o = true /\ Forall2 sameBut before (o_history o)) \/
     (o_failed o = false /\ o_history o = now s /\ (o_lazy o = true -> o_data o = None) /\
      exists p, does w s (Generated p o) (begins (afterwards w o)))).

Lemma generated_history : forall s p o s', does w s (Generated p o) s' -> o_history o = now s.
Proof. intros s p o s' D. inversion D; subst; auto. Qed.

Lemma comes_steps : forall wide r before o,
  replyTo w (redact w before wide) = Some r ->
  comesFrom wide r (begins before) o -> steps_to before o.
Proof.
  intros wide r before o M [h [[as_ [s [R [Q [St No]]]]] [So J]]].
  simpl in St. exists as_, s. subst h. specialize (J s St eq_refl).
  split; [auto|split; [auto|split; [auto|split; [auto|]]]].
  destruct J as [[F B]|[[A [B [C [D [E F]]]]]|[A [B [C [p D]]]]]].
  - left. rewrite <- St. auto.
  - right. repeat split; auto. exists Started. apply D_generated; auto.
    simpl. rewrite St, C, E. auto.
  - right. repeat split; auto; [eapply generated_history; eauto|congruence|eauto].
Qed.

Lemma from_steps : forall before label o, sound before -> from w before label = Some o ->
  steps_to before o.
Proof.
  intros before label o S F. unfold from in F.
  destruct (replyTo w (redact w before label)) as [r|] eqn:E; inversion F; subst.
  exists [], (begins before).
  split; [constructor|split; [constructor|split; [auto|split; [auto|]]]].
  right. split; [auto|split; [auto|split; [auto|]]]. exists (whole_ (begins before)).
  apply D_generated; simpl; auto. rewrite firstn_all. auto.
Qed.

Theorem generate_steps : forall before o, sound before -> generate w before = Some o ->
  steps_to before o.
Proof.
  intros before o S G. unfold generate in G.
  destruct (needsDraft w); [|eapply from_steps; eauto].
  destruct (replyTo w (redact w before (wideLabel w before))) as [r|] eqn:M; try discriminate.
  unfold generateFrom in G. destruct (cuts w) as [sc|]; [|eapply from_steps; eauto].
  set (d := Output before (wideLabel w before) r None false false true) in *.
  destruct (drafted w sc d) as [out|] eqn:D.
  - inversion G; subst out. apply (comes_steps (wideLabel w before) r); auto.
    apply comes_here; auto. intros s St No. simpl in *.
    right. left. unfold drafted in D.
    destruct (_ && _) in D; [inversion D; subst; repeat split; auto|].
    destruct (Nat.eqb _ _) in D; try discriminate.
    destruct (isNil _) in D; [inversion D; subst; repeat split; auto|].
    destruct (_ && _) in D; [inversion D; subst; repeat split; auto|].
    destruct (_ && _) in D; inversion D; subst; repeat split; auto.
  - apply (comes_steps (wideLabel w before) r); auto.
    apply (afterDraft_comes sc before d r o); auto.
Qed.

(** What [act] leaves is sound again. *)
Lemma made_sound : forall o cs n, o_data o = None ->
  forallb (fun why => match why with None => true | _ => false end) (refusedFrom w o n cs) = true ->
  exists bys, Forall2 (madeBy w (o_label o))
    (map (fun p => madeCall w o (fst p) (snd p)) (combine cs (refusedFrom w o n cs))) bys.
Proof.
  induction cs as [|c cs IH]; simpl; intros n D A; [exists []; constructor|].
  rewrite andb_true_iff in A. destruct A as [A B]. destruct (IH _ D B) as [bys F].
  exists (writtenTo w o (a_tool c) :: bys). constructor; auto.
  destruct (refuseCall w o n c) eqn:R; try discriminate.
  unfold refuseCall, questionOf in R.
  destruct (r_truncated (o_reply o)); try discriminate.
  destruct (negb (Nat.ltb n (maxCalls w))); try discriminate.
  destruct (negb (isNamed w (a_tool c) (o_label o))); try discriminate.
  destruct (canonical w (a_args c)) as [text|] eqn:E; try discriminate.
  exists text, (a_args c). unfold madeCall. simpl. unfold argsOf, outcomeOf. rewrite D, E.
  repeat split; auto. eapply canonical_again; eauto.
Qed.

Lemma after_sound : forall o, sound (o_history o) -> (o_lazy o = true -> o_data o = None) ->
  sound (afterwards w o).
Proof.
  intros o S D. rewrite afterwards_new. intros x I Z. apply in_app_or in I.
  destruct I as [I|[I|[]]]; [auto|]. inversion I. subst x. clear I.
  unfold newExchange in *. destruct (isNil (r_calls (o_reply o))); simpl in *; try discriminate.
  rewrite andb_true_iff in Z. destruct Z as [Z1 Z2]. apply made_sound; auto.
Qed.

Lemma run_one : forall s a s', does w s a s' -> run w s [(s, a)] s'.
Proof. intros. econstructor; eauto. constructor. Qed.

(** The steps of a run as [turn] reports them. *)
Definition stepsOf (as_ : list (state L * action L)) : list (step L) :=
  flat_map (fun one => match snd one with
    | Generated _ o => [snd (if isNil (r_calls (o_reply o)) then finish w o else act w o)]
    | _ => [] end) as_.

Lemma quiet_steps : forall as_, quiet as_ -> stepsOf as_ = [].
Proof.
  induction 1 as [|[s a] as_ H _ IH]; auto. unfold stepsOf in *. simpl. rewrite IH.
  destruct a; simpl in H; auto; contradiction.
Qed.

Lemma stepsOf_app : forall a b, stepsOf (a ++ b) = stepsOf a ++ stepsOf b.
Proof. intros. apply flat_map_app. Qed.

Local Opaque finish act.
(** A way to generate that is a step: [generate], and [draftedBy]. *)
Definition isStep (gen : history L -> option (output L)) : Prop :=
  forall before o, sound before -> gen before = Some o -> steps_to before o.

Lemma steps_run : forall gen, isStep gen -> forall fuel before steps, sound before ->
  exists as_, run w (begins before) as_ (begins (t_history (steps_ w gen fuel before steps)))
    /\ t_steps (steps_ w gen fuel before steps) = steps ++ stepsOf as_
    /\ sound (t_history (steps_ w gen fuel before steps)).
Proof.
  intros gen IsStep.
  assert (Stop : forall h (steps : list (step L)), sound h -> exists as_,
    run w (begins h) as_ (begins h) /\ steps = steps ++ stepsOf as_ /\ sound h).
  { intros h steps S. exists []. repeat split; auto; [constructor|]. symmetry. apply app_nil_r. }
  induction fuel as [|fuel IH]; simpl; intros before steps S; auto.
  destruct (negb _); auto.
  destruct (gen before) as [o|] eqn:G; auto.
  destruct (IsStep before o S G) as [as_ [s [R [Q [St [So J]]]]]].
  destruct J as [[F B]|[F [Hn [D [p Do]]]]]; rewrite F.
  - simpl. exists (as_ ++ [(s, Failed)]). split; [|split].
    + eapply run_app; eauto. apply run_one. apply D_failed. rewrite St. auto.
    + rewrite stepsOf_app, quiet_steps by auto. simpl. rewrite app_nil_r. auto.
    + eapply sound_but; eauto.
  - assert (Sa : sound (afterwards w o)) by (apply after_sound; auto; rewrite Hn; auto).
    assert (Run : run w (begins before) (as_ ++ [(s, Generated p o)]) (begins (afterwards w o)))
      by (eapply run_app; eauto; apply run_one; auto).
    unfold afterwards in *.
    destruct (isNil (r_calls (o_reply o))) eqn:N.
    + destruct (finish w o) as [h one] eqn:E. simpl in *.
      exists (as_ ++ [(s, Generated p o)]). repeat split; auto.
      rewrite stepsOf_app, quiet_steps by auto. unfold stepsOf. simpl. rewrite N, E. auto.
    + destruct (act w o) as [h one] eqn:E. simpl in *.
      destruct (IH h (steps ++ [one]) Sa) as [as2 [R2 [T2 S2]]].
      exists ((as_ ++ [(s, Generated p o)]) ++ as2). repeat split; auto.
      * eapply run_app; eauto.
      * rewrite T2, !stepsOf_app. rewrite (quiet_steps as_ Q). unfold stepsOf at 2. simpl.
        rewrite N, E. simpl. rewrite <- app_assoc. auto.
Qed.

Local Transparent finish act.

Theorem turn_is_run : forall gen, isStep gen -> forall before user, sound before ->
  exists as_, run w (begins before) as_ (begins (t_history (turnBy w gen before user)))
    /\ t_steps (turnBy w gen before user) = stepsOf as_
    /\ sound (t_history (turnBy w gen before user)).
Proof.
  intros gen IsStep before user S. unfold turnBy.
  assert (S' : sound (before ++ [Message User user])).
  { intros x I Z. apply in_app_or in I. destruct I as [I|[I|[]]]; [auto|discriminate]. }
  destruct (steps_run gen IsStep (maxSteps w) _ [] S') as [as_ [R [T So]]].
  exists ((begins before, Enters User user) :: as_). repeat split; auto.
  econstructor; eauto. apply (D_enters w (begins before)).
Qed.
End Refine.

Section Other.
Context {L : Type} (w : SpecWorld L).
Hypothesis readable_w : readable w.

Lemma does_without : forall s a s', does (withoutStages w) s a s' -> does w s a s'.
Proof.
  intros s a s' D. destruct D.
  - exact (D_enters w s r m).
  - exact (D_vouched w s target to h H).
  - exact (D_looked w s p label).
  - exact (D_marked w s h H).
  - exact (D_failed w s h H).
  - exact (D_lowered w s at_ x label again by_ H H0 H1 H2 H3).
  - exact (D_generated w s p o H H0 H1).
  - exact (D_staged w s o draft again wide calls H H0 H1 H2 H3 H4 H5 H6).
Qed.

Lemma run_without : forall s as_ s', run (withoutStages w) s as_ s' -> run w s as_ s'.
Proof. induction 1; econstructor; eauto using does_without. Qed.

Lemma outputAt_steps : forall before as_ s label o, run w (begins before) as_ s -> quiet as_ ->
  started s = before -> sound w (now s) -> outputAt w (now s) label = Some o ->
  steps_to w before o.
Proof.
  intros before as_ s label o R Q St S O. unfold outputAt in O.
  destruct (replyTo w (redact w (now s) label)) as [r|] eqn:E; try discriminate.
  inversion O. subst. exists as_, s.
  split; [auto|split; [auto|split; [auto|split; [auto|]]]].
  right. split; [auto|split; [auto|split; [auto|]]]. exists (whole_ s).
  apply D_generated; simpl; auto. rewrite firstn_all. auto.
Qed.

Theorem drafted_steps : forall drafter cleared, isStep w (draftedBy w drafter cleared).
Proof.
  intros drafter cleared before o S G. unfold draftedBy in G.
  destruct (negb (needsDraft w)); [apply generate_steps; auto|].
  destruct (match drafter _ with Some r => _ | None => None end) as [r|].
  2: { eapply (outputAt_steps before [] (begins before)); eauto; constructor. }
  destruct (generateFrom (withoutStages w) before r) as [o1|] eqn:GF; try discriminate.
  assert (S' : sound (withoutStages w) before) by exact S.
  set (wide := wideLabel (withoutStages w) before) in *.
  assert (C : comesFrom (withoutStages w) wide r (begins before) o1).
  { unfold generateFrom in GF. destruct (cuts (withoutStages w)) as [sc|] eqn:Sc.
    2: { apply comes_here; auto. intros s St No. eapply from_justified. rewrite No. eauto. }
    set (d := Output before (wideLabel (withoutStages w) before) r None false false true) in *.
    assert (Sg : staging sc = false).
    { unfold withoutStages in Sc. simpl in Sc. destruct (cuts w); inversion Sc. auto. }
    destruct (drafted (withoutStages w) sc d) as [out|] eqn:D.
    - inversion GF; subst out. apply comes_here; auto. intros s St No. simpl in *.
      right. left. unfold drafted in D.
      destruct (_ && _) in D; [inversion D; subst; repeat split; auto|].
      destruct (Nat.eqb _ _) in D; try discriminate.
      destruct (isNil _) in D; [inversion D; subst; repeat split; auto|].
      destruct (_ && _) in D; [inversion D; subst; repeat split; auto|].
      destruct (_ && _) in D; inversion D; subst; repeat split; auto.
    - apply (afterDraft_comes (withoutStages w) sc before d r o1); auto.
      rewrite Sg. discriminate. }
  destruct C as [h [[as_ [s [R [Q [St No]]]]] [So J]]].
  apply run_without in R. simpl in St. subst h. specialize (J s St eq_refl).
  assert (Sw : sound w (now s)) by exact So.
  assert (Plain : forall (x : output L), o_failed x = true -> Forall2 sameBut before (o_history x) ->
    steps_to w before x).
  { intros x F B. exists as_, s. split; [auto|split; [auto|split; [auto|split; [auto|]]]].
    left. auto. }
  destruct J as [[F B]|[[A [B [C [D [E F]]]]]|[A [B [Z [p D]]]]]].
  - rewrite F, orb_true_r in G. inversion G; subst. apply Plain; auto.
  - rewrite A, F in G. simpl in G.
    destruct (outputAt w (o_history o1) (o_label o1)) as [x|] eqn:O.
    + inversion G; subst x. rewrite B in O. eapply outputAt_steps; eauto.
    + inversion G; subst. apply Plain; auto. simpl. apply markTried_but.
  - rewrite A in G. simpl in G. inversion G; subst o1. exists as_, s.
    split; [auto|split; [auto|split; [auto|split; [auto|]]]]. right.
    split; [auto|split; [eapply generated_history; eauto|split; [congruence|]]].
    exists p. exact (does_without _ _ _ D).
Qed.
End Other.
