(** What two worlds that agree below [l] do alike. *)
From Sluice Require Export Run.

Section Agree.
Context {L : Type} (l : L) (w1 w2 : SpecWorld L).
Hypothesis laws : Laws (lattice w1).
Hypothesis ag : agree l w1 w2.

Notation lat := (lattice w1).

Lemma flows_same : forall a b, flows w1 a b = flows w2 a b.
Proof. unfold flows. rewrite (same_lattice _ _ _ ag). auto. Qed.

Lemma up_false : forall a b, flowsTo lat a l = false -> flowsTo lat a b = true ->
  flowsTo lat b l = false.
Proof.
  intros a b A B. destruct (flowsTo lat b l) eqn:E; auto.
  rewrite (flows_trans _ laws a b l) in A; auto.
Qed.

Lemma join_flows : forall a b,
  flowsTo lat (join lat a b) l = flowsTo lat a l && flowsTo lat b l.
Proof.
  intros a b. destruct (flowsTo lat a l) eqn:A.
  - destruct (flowsTo lat b l) eqn:B; simpl.
    + apply (join_least _ laws); auto.
    + eapply up_false; eauto. apply (join_right _ laws).
  - simpl. eapply up_false; eauto. apply (join_left _ laws).
Qed.

Lemma view_same : forall a h1 h2,
  flows w1 a l = true -> seenH w1 l h1 = seenH w2 l h2 ->
  redact w1 h1 a = redact w2 h2 a /\ hinted w1 h1 a = hinted w2 h2 a.
Proof.
  intros a h1 h2 B H.
  destruct (view_of_seen lat laws w1 eq_refl l a B h1) as [A1 A2].
  destruct (view_of_seen lat laws w2 (eq_sym (same_lattice _ _ _ ag)) l a B h2) as [B1 B2].
  rewrite A1, A2, B1, B2, H, (same_mode _ _ _ ag), (same_tools _ _ _ ag). auto.
Qed.

Lemma replyTo_same : forall v, replyTo w1 v = replyTo w2 v.
Proof. intros. unfold replyTo. rewrite (same_model _ _ _ ag). auto. Qed.

Lemma vouched_same : forall t, isVouched w1 t = isVouched w2 t.
Proof.
  intros. rewrite <- (vouched_seen w1 l), <- (vouched_seen w2 l), (same_tools _ _ _ ag). auto.
Qed.

(** The names that a view at [a] shows, from what an observer above it sees. *)
Definition namedIn (ts : list (seenTool L)) (tool : string) (a : L) : bool :=
  existsb (fun t => match t with
    | SeenTool name _ _ label vouched =>
        String.eqb name tool && (vouched || flowsTo lat label a)
    | HiddenTool name => String.eqb name tool end) ts.

Lemma named_seen : forall w, lattice w = lat -> forall t a, flowsTo lat a l = true ->
  namedIn (seenTools w l) t a = isNamed w t a.
Proof.
  intros w W t a B. unfold namedIn, seenTools, isNamed.
  induction (tools w) as [|d ds IH]; simpl; auto.
  rewrite existsb_app, IH. f_equal. unfold seenT, flows. rewrite W.
  destruct (flowsTo lat (d_label d) l) eqn:E; simpl; rewrite ?orb_false_r; auto.
  assert (N : flowsTo lat (d_label d) a = false).
  { destruct (flowsTo lat (d_label d) a) eqn:F; auto.
    rewrite (flows_trans _ laws _ a l) in E; auto. }
  rewrite N, orb_false_r. destruct (d_vouched d); simpl; rewrite ?orb_false_r, ?andb_true_r; auto.
  rewrite andb_false_r. auto.
Qed.

Lemma named_same : forall t a, flowsTo lat a l = true -> isNamed w1 t a = isNamed w2 t a.
Proof.
  intros t a B. rewrite <- (named_seen w1 eq_refl t a B).
  rewrite <- (named_seen w2 (eq_sym (same_lattice _ _ _ ag)) t a B).
  rewrite (same_tools _ _ _ ag). auto.
Qed.

Lemma apart_same : forall r a b, flowsApart w1 r a b = flowsApart w2 r a b.
Proof.
  intros [[c|] own ceilings v|why] a b; simpl; auto.
  unfold flows. rewrite (same_lattice _ _ _ ag). auto.
Qed.

Lemma refuse_same : forall r q, refuse w1 r q = refuse w2 r q.
Proof.
  intros [c own ceilings v|why] q; unfold refuse; auto.
  rewrite apart_same, (same_person _ _ _ ag), (same_duty _ _ _ ag).
  destruct (flowsApart w2 _ _ _); auto. destruct v; auto. destruct (whoIsAsked w2); auto.
  unfold flows. rewrite (same_lattice _ _ _ ag). auto.
Qed.

Lemma asks_same : forall r q, asks w1 r q = asks w2 r q.
Proof.
  intros [c own ceilings v|why] q; unfold asks; auto. destruct v; auto.
  rewrite apart_same, (same_person _ _ _ ag), (same_duty _ _ _ ag).
  destruct (flowsApart w2 _ _ _); auto. destruct (whoIsAsked w2); auto.
  destruct (dutyOf w2 (q_label q)); auto. unfold flows. rewrite (same_lattice _ _ _ ag). auto.
Qed.

(** Two outputs that are the same below [l], whatever they are appended to. *)
Definition likeOutput (o1 o2 : output L) : Prop :=
  o_label o1 = o_label o2 /\ o_data o1 = o_data o2 /\ o_reply o1 = o_reply o2.

Section Like.
Variables o1 o2 : output L.
Hypothesis like : likeOutput o1 o2.
Hypothesis seenLabel : flowsTo lat (o_label o1) l = true.

Lemma question_same : forall n c, questionOf w1 o1 n c = questionOf w2 o2 n c.
Proof.
  destruct like as [A [B C]]. intros. unfold questionOf.
  rewrite <- C, <- B, <- A, (same_maxCalls _ _ _ ag), (same_canonical _ _ _ ag).
  rewrite (named_same (a_tool c) (o_label o1) seenLabel).
  destruct (canonical w2 (a_args c)); auto.
  rewrite (same_holds _ _ _ ag), (same_ruleCall _ _ _ ag). auto.
Qed.

Lemma refuseCall_same : forall n c, refuseCall w1 o1 n c = refuseCall w2 o2 n c.
Proof.
  intros. unfold refuseCall. rewrite question_same.
  destruct (questionOf w2 o2 n c) as [|[r q]]; auto. apply refuse_same.
Qed.

Lemma refused_same : forall cs n, refusedFrom w1 o1 n cs = refusedFrom w2 o2 n cs.
Proof.
  induction cs; intros; simpl; auto. rewrite refuseCall_same. f_equal. auto.
Qed.

Lemma questions_same : forall cs n, questionsFrom w1 o1 n cs = questionsFrom w2 o2 n cs.
Proof.
  induction cs; intros; simpl; auto. rewrite question_same, IHcs.
  destruct (questionOf w2 o2 n a) as [|[r q]]; auto. rewrite asks_same. auto.
Qed.

Lemma textOut_same : forall t a, textOut w1 t a = textOut w2 t a.
Proof.
  intros. unfold textOut. cbv zeta beta.
  rewrite !(same_ruleAnswer _ _ _ ag), (same_inert _ _ _ ag).
  assert (H : forall r, isOutAt w1 r a = isOutAt w2 r a).
  { intros [c o d v|why]; auto. unfold isOutAt, flowsAt. destruct v; auto; apply apart_same. }
  rewrite H. destruct (inert w2 t) as [dead|]; [|reflexivity].
  rewrite !(same_ruleAnswer _ _ _ ag), H. reflexivity.
Qed.

Lemma acted_same : acted w1 o1 = acted w2 o2.
Proof.
  destruct like as [A [B C]]. unfold acted. rewrite <- C, <- A, textOut_same.
  destruct (r_calls (o_reply o1)) as [|c cs].
  - rewrite (same_ruleAnswer _ _ _ ag), refuse_same, asks_same. auto.
  - rewrite refused_same, questions_same. auto.
Qed.
End Like.

(** Raising what is seen alike. *)
Lemma seen_raise_hidden : forall w, lattice w = lat -> forall by_ r,
  flowsTo lat by_ l = false ->
  seen w l (raise w by_ r) = match r with Region _ quoted _ => Hidden quoted end.
Proof.
  intros w W by_ [label quoted b] B. rewrite raise_region, seen_region. unfold flows.
  rewrite W, join_flows, B. auto.
Qed.

Lemma seen_raise : forall r1 r2 by_,
  seen w1 l r1 = seen w2 l r2 -> seen w1 l (raise w1 by_ r1) = seen w2 l (raise w2 by_ r2).
Proof.
  apply (region_mut L
    (fun r1 => forall r2 by_,
      seen w1 l r1 = seen w2 l r2 -> seen w1 l (raise w1 by_ r1) = seen w2 l (raise w2 by_ r2))
    (fun b1 => forall b2 by_,
      seenB w1 l b1 = seenB w2 l b2 ->
      seenB w1 l (raiseBody w1 by_ b1) = seenB w2 l (raiseBody w2 by_ b2))).
  - intros label quoted b IH [label2 quoted2 b2] by_.
    rewrite !raise_region, !seen_region. unfold flows. rewrite <- (same_lattice _ _ _ ag).
    rewrite !join_flows.
    destruct (flowsTo lat label l) eqn:E1; destruct (flowsTo lat label2 l) eqn:E2; intros H;
      inversion H; subst; rewrite ?andb_false_r; auto.
    rewrite !andb_true_r. destruct (flowsTo lat by_ l); auto.
    f_equal. apply IH. auto.
  - intros [| |] by_; rewrite ?seen_text, ?seen_inner; intros H; try discriminate. auto.
  - intros t more IH [|t2 more2|r2 more2] by_; rewrite ?seen_text, ?seen_inner; intros H;
      try discriminate. inversion H; subst. rewrite !raise_text, !seen_text. f_equal. auto.
  - intros r IHr more IH [|t2 more2|r2 more2] by_; rewrite ?seen_text, ?seen_inner; intros H;
      try discriminate. inversion H; subst. rewrite !raise_inner, !seen_inner. f_equal; auto.
Qed.

Lemma map_seen_raise : forall rs1 rs2 by_,
  map (seen w1 l) rs1 = map (seen w2 l) rs2 ->
  map (seen w1 l) (map (raise w1 by_) rs1) = map (seen w2 l) (map (raise w2 by_) rs2).
Proof.
  induction rs1; destruct rs2; intros by_ H; simpl in *; try discriminate; auto.
  inversion H. f_equal; auto. apply seen_raise. auto.
Qed.

Lemma seenP_raise : forall p1 p2 by_,
  seenP w1 l p1 = seenP w2 l p2 ->
  seenP w1 l (raiseParts w1 by_ p1) = seenP w2 l (raiseParts w2 by_ p2).
Proof.
  intros [s1 rs1 f1] [s2 rs2 f2] by_. unfold seenP, raiseParts, flows. simpl.
  rewrite <- (same_lattice _ _ _ ag). rewrite !join_flows.
  destruct (flowsTo lat s1 l) eqn:E1; destruct (flowsTo lat s2 l) eqn:E2; intros H;
    inversion H; subst; rewrite ?andb_false_r; auto.
  rewrite (map_seen_raise rs1 rs2 by_); auto.
Qed.

Lemma seenP_hidden : forall w, lattice w = lat -> forall by_ p,
  flowsTo lat by_ l = false -> seenP w l (raiseParts w by_ p) = None.
Proof.
  intros w W by_ p B. unfold seenP, raiseParts, flows. simpl. rewrite W, join_flows, B. auto.
Qed.

Lemma seen_whole : forall w, lattice w = lat -> forall a t,
  seen w l (whole a t) = if flowsTo lat a l then Open a false (SText t SEnd) else Hidden false.
Proof.
  intros w W a t. unfold whole. rewrite seen_region. unfold flows. rewrite W. auto.
Qed.
End Agree.
