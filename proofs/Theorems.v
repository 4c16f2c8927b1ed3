(** Each statement of Statements.v, proved. *)
From Coq Require Import Lia.
From Sluice Require Export Statements.

Theorem views : views_statement.
Proof. unfold views_statement. intros. eapply view_same; eauto. Qed.

Theorem runs : runs_statement.
Proof.
  unfold runs_statement. intros L l w1 w2 h1 h2 as1 as2 e1 e2 La Ag Re R1 R2 S E.
  destruct (runs_alike l w1 w2 La Ag Re (List.length as1 + List.length as2) as1 as2
    (le_n _) (begins h1) (begins h2) e1 e2 R1 R2) as [A [_ B]]; auto.
  - split; auto.
  - apply settled_begins.
  - apply settled_begins.
Qed.

Theorem turns : turns_statement.
Proof.
  unfold turns_statement, isTurn. intros L w gen h user Re S G.
  assert (I : isStep w gen).
  { destruct G as [G|[d [c G]]]; subst gen.
    - exact (generate_steps w).
    - apply drafted_steps. }
  destruct (turn_is_run w Re gen I h user S) as [as_ [A [B C]]]. eauto.
Qed.

Theorem sessions : sessions_statement.
Proof.
  unfold sessions_statement. intros L w gen h Re G Se.
  assert (X : (exists as_, run w (begins []) as_ (begins h)) /\ sound w h).
  { induction Se as [r m| |h user Se [[as1 R1] S1]|h target to h' Se [[as1 R1] S1] Lo].
    - split.
      + eexists. apply run_one. apply (D_enters w (begins [])).
      + intros x [I|[]]. discriminate.
    - split; [exists []; constructor|]. intros x [].
    - destruct (turns L w gen h user Re S1 G) as [as2 [[R2 _] S2]].
      split; auto. exists (as1 ++ as2). eapply run_app; eauto.
    - split; [|eapply vouched_sound; eauto].
      exists (as1 ++ [(begins h, Vouched h')]). eapply run_app; eauto.
      apply run_one. eapply (D_vouched w (begins h)). eauto. }
  apply X.
Qed.

Theorem arguments : arguments_statement.
Proof.
  unfold arguments_statement.
  intros L l w1 w2 s1 s2 s1' s2' p1 p2 o1 o2 La Ag Re D1 D2 S1 S2 E F G.
  assert (F2 : flows w2 (o_label o2) l = true).
  { simpl in E. rewrite F in E. destruct (flows w2 (o_label o2) l); auto.
    destruct (mode w2); try discriminate. destruct (existsb _ _); discriminate. }
  simpl in E. rewrite F, F2 in E. inversion E as [[EP EL ED EB]].
  destruct (generated_like l w1 w2 La Ag s1 s2 s1' s2' p1 p2 o1 o2 D1 D2 (conj S1 S2) F EL ED EP)
    as [_ [_ [_ B]]].
  destruct (B G) as [d [Dd [Al _]]]. split.
  - eapply controls_alike; eauto. congruence.
  - clear - Al Dd. induction Al as [|c1 c2 cs1 cs2 A _ IH]; constructor; auto.
    destruct A as [_ [r1 [r2 [R1 _]]]]. unfold controlOf. rewrite Dd, R1. discriminate.
Qed.

Lemma raise_inside : forall L (w : SpecWorld L), Laws (lattice w) ->
  (forall r by_, Forall2 (fun a b => flows w a b = true) (inside r) (inside (raise w by_ r)) /\
     Forall (fun a => flows w by_ a = true) (inside (raise w by_ r))) /\
  (forall b by_, Forall2 (fun a b => flows w a b = true) (insideBody b)
       (insideBody (raiseBody w by_ b)) /\
     Forall (fun a => flows w by_ a = true) (insideBody (raiseBody w by_ b))).
Proof.
  intros L w La. apply region_body_ind.
  - intros label quoted b IH by_. rewrite raise_region.
    destruct (IH (join (lattice w) by_ label)) as [A B]. split; constructor; auto.
    + apply (join_right _ La).
    + apply (join_left _ La).
    + eapply Forall_impl; [|exact B]. simpl. intros a H.
      apply (flows_trans _ La) with (b := join (lattice w) by_ label); auto. apply (join_left _ La).
  - split; constructor.
  - intros text more IH by_. rewrite raise_text. apply IH.
  - intros r IHr more IH by_. rewrite raise_inner.
    destruct (IHr by_) as [A B], (IH by_) as [C D].
    change (insideBody (Inner r more)) with (inside r ++ insideBody more).
    change (insideBody (Inner (raise w by_ r) (raiseBody w by_ more)))
      with (inside (raise w by_ r) ++ insideBody (raiseBody w by_ more)).
    split; [apply Forall2_app; auto|apply Forall_app; auto].
Qed.

Theorem raising : raise_statement.
Proof. unfold raise_statement. intros. apply raise_inside. auto. Qed.

Lemma raised_parts : forall L (w : SpecWorld L) by_ m, Laws (lattice w) ->
  Forall (fun a => flows w by_ a = true)
    (shape (raiseParts w by_ m) :: flat_map inside (inner (raiseParts w by_ m))).
Proof.
  intros L w by_ [s rs f] La. simpl. constructor; [apply (join_left _ La)|].
  induction rs as [|r rs IH]; simpl; [constructor|].
  apply Forall_app. split; auto. apply raise_inside. auto.
Qed.

Lemma args_rise : forall L (w : SpecWorld L) o c, Laws (lattice w) ->
  (forall d, o_data o = Some d -> flows w (o_label o) d = true) ->
  Forall (fun a => flows w (o_label o) a = true) (inside (argsOf w o c)).
Proof.
  intros L w o c La D. assert (R := flows_refl _ La (o_label o)).
  assert (W : forall t, Forall (fun a => flows w (o_label o) a = true)
    (inside (whole (o_label o) t))) by (intros; repeat constructor; auto).
  unfold argsOf. destruct (o_data o) as [d|]; [|destruct (canonical w (a_args c)); auto].
  destruct (canonical w (a_args c)); auto. unfold labelledArgs.
  assert (M : forall said ms first, Forall (fun a => flows w (o_label o) a = true)
    (insideBody (labelledMembers w d said first ms))).
  { intros said. induction ms as [|[n v] ms IH]; intros first; [constructor|].
    simpl labelledMembers. destruct (mem n said); [constructor; auto; apply IH|apply IH]. }
  constructor; [auto|apply M].
Qed.

Lemma new_rises : forall L (w : SpecWorld L) o, Laws (lattice w) ->
  flows w (o_label o) (outcomeOf o) = true ->
  let x := newExchange w o in
  Forall (fun a => flows w (o_label o) a = true) (labelsOf (Made x)) /\
  Forall (fun c => Forall (fun a => flows w (outcomeOf o) a = true)
    (shape (c_result c) :: flat_map inside (inner (c_result c)))) (x_calls x).
Proof.
  intros L w o La Up x. assert (R := flows_refl _ La (o_label o)).
  assert (Calls : Forall (fun c =>
    Forall (fun a => flows w (o_label o) a = true) (inside (c_args c)) /\
    Forall (fun a => flows w (outcomeOf o) a = true)
      (shape (c_result c) :: flat_map inside (inner (c_result c)))) (x_calls x)).
  { unfold x, newExchange. destruct (isNil (r_calls (o_reply o))); [constructor|].
    cbn [x_calls]. apply Forall_forall. intros c I. apply in_map_iff in I.
    destruct I as [[a why] [I _]]. subst c. unfold madeCall.
    cbn [c_args c_result fst snd]. split; [|apply raised_parts; auto].
    apply args_rise; auto. intros d E. unfold outcomeOf in Up. rewrite E in Up. auto. }
  assert (Xl : x_label x = o_label o) by apply new_label.
  split.
  - unfold labelsOf. cbn [regionsIn]. rewrite Xl, app_nil_r, map_app. apply Forall_app. split.
    + unfold ofParts. rewrite map_map. cbn [fst]. rewrite map_id. constructor; [auto|].
      constructor; auto. clearbody x.
      induction Calls as [|c cs [A _] _ IH]; [constructor|]. cbn [flat_map].
      apply Forall_app. auto.
    + clear Xl. clearbody x. induction Calls as [|c cs [_ B] _ IH]; [constructor|].
      cbn [flat_map]. rewrite map_app. apply Forall_app. split; auto.
      unfold ofParts. rewrite map_map. cbn [fst]. rewrite map_id.
      eapply Forall_impl; [|exact B]. cbn beta. intros a H.
      apply (flows_trans _ La) with (b := outcomeOf o); auto.
  - eapply Forall_impl; [|exact Calls]. cbn beta. tauto.
Qed.

Theorem rises : rise_statement.
Proof.
  unfold rise_statement. intros L w s a s' La D.
  assert (G : forall p o, does w s (Generated p o) s' ->
    flows w (o_label o) (outcomeOf o) = true).
  { intros p o D'. unfold outcomeOf. inversion D'; subst;
      match goal with H : o_data o = _ |- _ => rewrite H end; auto. apply (flows_refl _ La). }
  destruct a.
  - inversion D; subst. auto.
  - inversion D; subst. eauto.
  - inversion D; subst. apply sameBut_all.
  - inversion D; subst. auto.
  - inversion D; subst. cbn [now]. intros n N. apply nth_put_other. auto.
  - inversion D; subst. auto.
  - exists (newExchange w o). split.
    + rewrite (generated_now _ _ _ _ _ D). auto.
    + apply new_rises; eauto.
Qed.

Lemma map_NoDup_by : forall A B C (f : A -> B) (g : A -> C) xs,
  (forall x y, In x xs -> In y xs -> g x = g y -> f x = f y) ->
  NoDup (map f xs) -> NoDup (map g xs).
Proof.
  induction xs as [|x xs IH]; simpl; intros H N; [constructor|].
  inversion N as [|? ? N1 N2]; subst. constructor; auto.
  intros I. apply in_map_iff in I. destruct I as [y [E I]]. apply N1.
  apply in_map_iff. exists y. split; auto.
Qed.

Theorem bits_ : bits_statement.
Proof.
  unfold bits_statement. intros L l rs ds Each Pair N.
  rewrite <- (map_length (fun r => flat_map (assumes (in_ r) l) (did r)) rs).
  apply NoDup_incl_length.
  - eapply map_NoDup_by; [|exact N]. intros x y Ix Iy E.
    destruct (Each x Ix) as [La [Re [Rx _]]]. destruct (Each y Iy) as [_ [_ [Ry _]]].
    destruct (Pair x y Ix Iy) as [Ag S].
    destruct (runs L l _ _ _ _ _ _ _ _ La Ag Re Rx Ry S E). auto.
  - intros d I. apply in_map_iff in I. destruct I as [r [E I]]. subst d.
    apply (Each r I).
Qed.

Lemma seenH_rev : forall L (w : SpecWorld L) l h, mode w = Keep ->
  match rev (seenH w l h), rev h with
  | [], [] => True
  | one :: _, e :: _ => seenE w l e = [one]
  | _, _ => False
  end.
Proof.
  intros L w l h K. destruct h as [|e h] using rev_ind; [simpl; auto|].
  rewrite seenH_app, !rev_app_distr. unfold seenH at 1. cbn [flat_map rev app].
  rewrite app_nil_r.
  assert (O : exists one, seenE w l e = [one]).
  { destruct e as [r m|x]; simpl; eauto. rewrite K. destruct (flows w (x_label x) l); eauto. }
  destruct O as [one O]. rewrite O. simpl. reflexivity.
Qed.

Theorem inner_ : inner_statement.
Proof.
  unfold inner_statement. intros L l w1 w2 h1 h2 La Ag K S.
  assert (A := seenH_rev _ w1 l h1 K).
  assert (B := seenH_rev _ w2 l h2 (eq_trans (eq_sym (same_mode _ _ _ Ag)) K)).
  rewrite <- S in B. unfold resultOf.
  assert (Nothing : seenP w1 l (Parts (bottom (lattice w1)) [] true)
                  = seenP w2 l (Parts (bottom (lattice w2)) [] true)).
  { unfold seenP. cbn. rewrite (flows_same l w1 w2 Ag), (same_lattice _ _ _ Ag). auto. }
  destruct (rev (seenH w1 l h1)) as [|one more].
  - destruct (rev h1); [|contradiction]. destruct (rev h2); [|contradiction]. auto.
  - destruct (rev h1) as [|e1 m1]; [contradiction|]. destruct (rev h2) as [|e2 m2]; [contradiction|].
    rewrite <- A in B. destruct e1 as [r1 p1|x1], e2 as [r2 p2|x2]; auto; simpl in B.
    + destruct (flows w2 (x_label x2) l); [|destruct (mode w2)]; discriminate.
    + destruct (flows w1 (x_label x1) l); [|destruct (mode w1)]; discriminate.
    + unfold seenP. cbn [shape inner failed map].
      destruct (flows w1 (x_label x1) l) eqn:F1; destruct (flows w2 (x_label x2) l) eqn:F2;
        try (destruct (mode w1); discriminate); try (destruct (mode w2); discriminate); auto.
      inversion B as [[E1 E2 E3]]. rewrite E1, E2, (seen_same l w1 w2 Ag). auto.
Qed.

Theorem lattices : lattices_statement.
Proof.
  repeat split; try apply chain_laws; try apply powerset_laws; try apply readers_laws.
  all: try (apply product_laws; auto).
Qed.
