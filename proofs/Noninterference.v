(** Theorem (b): two runs that agree below [l] and choose alike look alike at [l]. *)
From Coq Require Import Lia.
From Sluice Require Export Agree.

Section Lists.
Context {A B : Type}.

Lemma app_same_length : forall a1 a2 b1 b2 : list A,
  List.length a1 = List.length a2 -> a1 ++ b1 = a2 ++ b2 -> a1 = a2 /\ b1 = b2.
Proof.
  induction a1; destruct a2; simpl; intros b1 b2 E H; try discriminate; auto.
  inversion H. inversion E. destruct (IHa1 a2 b1 b2); auto. subst. auto.
Qed.

Lemma Forall2_in_left : forall (R : A -> B -> Prop) xs ys, Forall2 R xs ys ->
  forall x, In x xs -> exists y, In y ys /\ R x y.
Proof.
  induction 1 as [|a b xs ys H _ IH]; simpl; intros x I; [contradiction|].
  destruct I as [I|I]; [subst; eauto|]. destruct (IH x I) as [z [I1 I2]]. eauto.
Qed.

Lemma map_fst_combine : forall (f : A -> B) (C : Type) xs (ys : list C),
  List.length ys = List.length xs -> map (fun p => f (fst p)) (combine xs ys) = map f xs.
Proof.
  induction xs; destruct ys; simpl; intros; try discriminate; auto. f_equal. auto.
Qed.
End Lists.

Section Histories.
Context {L : Type} (w : SpecWorld L) (l : L).

Lemma seenH_app : forall a b, seenH w l (a ++ b) = seenH w l a ++ seenH w l b.
Proof. intros. unfold seenH. apply flat_map_app. Qed.

Lemma seenH_cut : forall n h, seenH w l h = seenH w l (firstn n h) ++ seenH w l (skipn n h).
Proof. intros. rewrite <- seenH_app, firstn_skipn. auto. Qed.

Lemma seenE_but : forall a b, sameBut a b -> seenE w l a = seenE w l b.
Proof.
  intros [r m|x] [r2 m2|y]; simpl; intros H; try discriminate; try (inversion H; auto; fail).
  destruct H; subst; auto.
Qed.

Lemma seenH_but : forall a b, Forall2 sameBut a b -> seenH w l a = seenH w l b.
Proof.
  induction 1; auto. unfold seenH in *. simpl. rewrite IHForall2. f_equal. apply seenE_but. auto.
Qed.

Lemma put_split : forall n (h : history L) e f, nth_error h n = Some e ->
  h = firstn n h ++ e :: skipn (S n) h /\ put n f h = firstn n h ++ f :: skipn (S n) h.
Proof.
  induction n; destruct h; simpl; intros e0 f H; try discriminate.
  - inversion H. auto.
  - destruct (IHn h e0 f H) as [A B]. split; f_equal; auto.
Qed.

Lemma refused_length : forall o cs n,
  List.length (refusedFrom w o n cs) = List.length cs.
Proof. induction cs; simpl; auto. Qed.

(** The entry that a generation leaves. *)
Definition newExchange (o : output L) : exchange L :=
  if isNil (r_calls (o_reply o)) then
    Exchange (o_label o) (textOut w (r_text (o_reply o)) (o_label o)) [] None false
  else
    let calls := r_calls (o_reply o) in
    let refused := refusedFrom w o 0 calls in
    Exchange (o_label o) (r_text (o_reply o))
      (map (fun p => madeCall w o (fst p) (snd p)) (combine calls refused)) (o_data o)
      (o_lazy o && forallb (fun why => match why with None => true | _ => false end) refused).

Lemma afterwards_new : forall o, afterwards w o = o_history o ++ [Made (newExchange o)].
Proof.
  intros. unfold afterwards, newExchange. destruct (isNil _); reflexivity.
Qed.

Lemma new_label : forall o, x_label (newExchange o) = o_label o.
Proof. intros. unfold newExchange. destruct (isNil _); reflexivity. Qed.
End Histories.

Section Noninterference.
Context {L : Type} (l : L) (w1 w2 : SpecWorld L).
Hypothesis laws : Laws (lattice w1).
Hypothesis ag : agree l w1 w2.
Hypothesis readable1 : readable w1.

Notation lat := (lattice w1).

Lemma seen_same : forall r, seen w1 l r = seen w2 l r.
Proof.
  apply (region_mut L (fun r => seen w1 l r = seen w2 l r)
    (fun b => seenB w1 l b = seenB w2 l b)); intros;
    rewrite ?seen_region, ?seen_text, ?seen_inner, ?(flows_same l w1 w2 ag); auto.
  - rewrite H. auto.
  - f_equal. auto.
  - f_equal; auto.
Qed.

Lemma roles_same : forall c, rolesOf w1 c = rolesOf w2 c.
Proof.
  intros. unfold rolesOf. rewrite (same_ruleCall _ _ _ ag), (same_members _ _ _ ag),
    (same_dataOf _ _ _ ag). auto.
Qed.

Lemma labelled_same : forall d said ms first,
  labelledMembers w1 d said first ms = labelledMembers w2 d said first ms.
Proof.
  induction ms as [|[n v] ms IH]; intros; simpl; auto.
  unfold before. rewrite (same_quote _ _ _ ag), IH. auto.
Qed.

Lemma args_same : forall o1 o2 c, likeOutput o1 o2 -> argsOf w1 o1 c = argsOf w2 o2 c.
Proof.
  intros o1 o2 c [A [B C]]. unfold argsOf, labelledArgs.
  rewrite A, B, (same_canonical _ _ _ ag), roles_same.
  destruct (o_data o2), (canonical w2 (a_args c)); rewrite ?labelled_same; auto.
Qed.

(** What a call gives back, before it is raised. *)
Lemma own_same : forall o1 o2 n c,
  likeOutput o1 o2 -> flowsTo lat (o_label o1) l = true ->
  writtenTo w1 o1 (a_tool c) = writtenTo w2 o2 (a_tool c) ->
  seenP w1 l (ownOf w1 o1 c (refuseCall w1 o1 n c))
    = seenP w2 l (ownOf w2 o2 c (refuseCall w2 o2 n c)).
Proof.
  intros o1 o2 n c Like Seen W.
  rewrite <- (refuseCall_same l w1 w2 laws ag o1 o2 Like Seen).
  destruct (refuseCall w1 o1 n c) as [why|] eqn:R; unfold ownOf.
  - rewrite <- (same_lattice _ _ _ ag). unfold seenP. simpl.
    rewrite (flows_same l w1 w2 ag), seen_same. auto.
  - rewrite W. apply seenP_raise; auto.
    unfold refuseCall, questionOf in R.
    destruct (r_truncated (o_reply o1)); try discriminate.
    destruct (negb (Nat.ltb n (maxCalls w1))); try discriminate.
    destruct (negb (isNamed w1 (a_tool c) (o_label o1))); try discriminate.
    destruct (canonical w1 (a_args c)) as [text|] eqn:E; try discriminate.
    apply (same_results _ _ _ ag _ _ _ text); auto.
    rewrite <- (same_canonical _ _ _ ag). auto.
Qed.

(** A generation of which all is seen. *)
Lemma calls_same : forall o1 o2, likeOutput o1 o2 -> flowsTo lat (o_label o1) l = true ->
  forall cs n,
  map (fun c => writtenTo w1 o1 (a_tool c)) cs = map (fun c => writtenTo w2 o2 (a_tool c)) cs ->
  map (seenC w1 l true)
      (map (fun p => madeCall w1 o1 (fst p) (snd p)) (combine cs (refusedFrom w1 o1 n cs))) =
  map (seenC w2 l true)
      (map (fun p => madeCall w2 o2 (fst p) (snd p)) (combine cs (refusedFrom w2 o2 n cs))).
Proof.
  intros o1 o2 Like Seen. induction cs as [|c cs IH]; simpl; intros n W; auto.
  inversion W. rewrite IH; auto. f_equal.
  unfold madeCall, seenC. simpl. rewrite (args_same o1 o2 c Like), seen_same.
  f_equal. unfold outcomeOf. destruct Like as [A [B C]]. rewrite A, B.
  apply seenP_raise; auto. apply own_same; auto. split; auto.
Qed.

Lemma seenE_open : forall w x, flows w (x_label x) l = true ->
  seenE w l (Made x) = [SeenExchange (x_label x) (x_text x) (map (seenC w l true) (x_calls x))].
Proof. intros. simpl. rewrite H. auto. Qed.

Lemma new_same : forall o1 o2, likeOutput o1 o2 -> flows w1 (o_label o1) l = true ->
  map (fun c => writtenTo w1 o1 (a_tool c)) (r_calls (o_reply o1))
    = map (fun c => writtenTo w2 o2 (a_tool c)) (r_calls (o_reply o2)) ->
  seenE w1 l (Made (newExchange w1 o1)) = seenE w2 l (Made (newExchange w2 o2)).
Proof.
  intros o1 o2 Like Seen W. destruct Like as [A [B C]] eqn:E. rewrite <- C in W.
  rewrite !seenE_open; rewrite ?new_label; rewrite <- ?A; auto.
  2: { rewrite <- (flows_same l w1 w2 ag). auto. }
  f_equal. unfold newExchange. rewrite <- C. destruct (isNil (r_calls (o_reply o1))); simpl.
  - rewrite <- A, (textOut_same l w1 w2 ag). auto.
  - rewrite (calls_same o1 o2); auto.
Qed.

(** A generation that is hidden. *)
Lemma hidden_calls : forall w, lattice w = lat -> forall o cs n,
  flowsTo lat (outcomeOf o) l = false ->
  map (seenC w l false)
      (map (fun p => madeCall w o (fst p) (snd p)) (combine cs (refusedFrom w o n cs)))
  = map (fun c => HiddenCall (publicName w (a_tool c)) None) cs.
Proof.
  intros w W o cs n H. rewrite map_map.
  rewrite <- (map_fst_combine (fun c => HiddenCall (publicName w (a_tool c)) None)
                (option string) cs (refusedFrom w o n cs)) by apply refused_length.
  apply map_ext. intros [c why]. unfold madeCall, seenC. simpl.
  rewrite (seenP_hidden l w1 laws w W); auto.
Qed.

Lemma new_hidden : forall w, lattice w = lat -> forall o,
  flows w (o_label o) l = false -> flowsTo lat (outcomeOf o) l = false ->
  seenE w l (Made (newExchange w o)) =
    match mode w with
    | Keep => [HiddenExchange (map (fun name => HiddenCall name None)
                 (map (fun c => publicName w (a_tool c)) (r_calls (o_reply o))))]
    | Drop => []
    end.
Proof.
  intros w W o A B. unfold seenE. rewrite new_label, A. destruct (mode w); auto.
  do 2 f_equal. unfold newExchange. rewrite map_map.
  destruct (r_calls (o_reply o)) as [|c cs] eqn:E; [reflexivity|].
  cbn [isNil x_calls]. rewrite hidden_calls; auto.
Qed.

(** Two lists in strict order with the same elements are the same. *)
Lemma sorted_same : forall lt : string -> string -> Prop,
  (forall a, ~ lt a a) -> (forall a b c, lt a b -> lt b c -> lt a c) ->
  forall xs ys, StronglySorted lt xs -> StronglySorted lt ys ->
  (forall x, In x xs <-> In x ys) -> xs = ys.
Proof.
  intros lt irr trans. induction xs as [|x xs IH]; intros ys SX SY E.
  - destruct ys as [|y ys]; auto. destruct (proj2 (E y)). left. auto.
  - destruct ys as [|y ys]; [destruct (proj1 (E x)); left; auto|].
    inversion SX as [|? ? SX' FX]; subst. inversion SY as [|? ? SY' FY]; subst.
    rewrite Forall_forall in FX, FY.
    assert (x = y).
    { destruct (proj1 (E x)) as [H|H]; [left; auto|auto|].
      destruct (proj2 (E y)) as [K|K]; [left; auto|auto|].
      exfalso. apply (irr x). eauto. }
    subst y. f_equal. apply IH; auto. intros z. split; intros H.
    + destruct (proj1 (E z)) as [K|K]; [right; auto| |auto]. subst z. destruct (irr x); auto.
    + destruct (proj2 (E z)) as [K|K]; [right; auto| |auto]. subst z. destruct (irr x); auto.
Qed.

Lemma members_names : forall c r, rolesOf w1 c = Some r ->
  forall name, In name (map fst (all r)) <->
    In name (map fst (control r)) \/ In name (data r).
Proof.
  intros c [al dt] R name. unfold control. simpl.
  assert (D : forall n, In n dt -> In n (map fst al)).
  { unfold rolesOf in R. destruct (ruleCall w1 (a_tool c) (a_args c)); try discriminate.
    destruct (members w1 (a_args c)); try discriminate. inversion R. subst.
    intros n H. apply in_map_iff in H. destruct H as [m [H1 H2]].
    apply filter_In in H2. apply in_map_iff. exists m. intuition. }
  split.
  - intros H. destruct (mem name dt) eqn:E.
    + right. unfold mem in E. apply existsb_exists in E. destruct E as [n [H1 H2]].
      apply String.eqb_eq in H2. subst. auto.
    + left. apply in_map_iff in H. destruct H as [m [H1 H2]]. apply in_map_iff. exists m.
      split; auto. apply filter_In. subst. rewrite E. auto.
  - intros [H|H]; auto. apply in_map_iff in H. destruct H as [m [H1 H2]].
    apply filter_In in H2. apply in_map_iff. exists m. intuition.
Qed.

(** Two staged calls that have control alike, and which data there is. *)
Definition alike (c1 c2 : asked) : Prop :=
  a_tool c1 = a_tool c2 /\ exists r1 r2, rolesOf w1 c1 = Some r1 /\ rolesOf w1 c2 = Some r2 /\
    control r1 = control r2 /\ data r1 = data r2.

Lemma skeleton_same : forall d said ms1 ms2 first,
  flowsTo lat d l = false -> map fst ms1 = map fst ms2 ->
  filter (fun m => negb (mem (fst m) said)) ms1
    = filter (fun m => negb (mem (fst m) said)) ms2 ->
  seenB w1 l (labelledMembers w1 d said first ms1)
    = seenB w1 l (labelledMembers w1 d said first ms2).
Proof.
  induction ms1 as [|[n v] ms1 IH]; destruct ms2 as [|[n2 v2] ms2]; simpl;
    intros first D N F; try discriminate; auto.
  inversion N. subst n2. rewrite !seen_text. f_equal.
  destruct (mem n said) eqn:M; simpl in F.
  - rewrite !seen_inner, !seen_region. unfold flows. rewrite D. f_equal. apply IH; auto.
  - inversion F. subst v2. rewrite !seen_text. f_equal. apply IH; auto.
Qed.

Lemma roles_members : forall c r, rolesOf w1 c = Some r -> members w1 (a_args c) = Some (all r).
Proof.
  intros c r H. unfold rolesOf in H. destruct (ruleCall w1 _ _); try discriminate.
  destruct (members w1 (a_args c)); try discriminate. inversion H. auto.
Qed.

Lemma alike_args : forall c1 c2 o1 o2 d,
  alike c1 c2 -> o_label o1 = o_label o2 -> o_data o1 = Some d -> o_data o2 = Some d ->
  flowsTo lat d l = false ->
  seen w1 l (argsOf w1 o1 c1) = seen w2 l (argsOf w2 o2 c2).
Proof.
  intros c1 c2 o1 o2 d [T [r1 [r2 [R1 [R2 [C D]]]]]] La D1 D2 H.
  assert (X : argsOf w2 o2 c2 = argsOf w1 o2 c2) by (symmetry; apply args_same; repeat split).
  rewrite X, <- seen_same. unfold argsOf. rewrite D1, D2, <- La.
  assert (M1 := roles_members _ _ R1). assert (M2 := roles_members _ _ R2).
  destruct (members_canonical _ readable1 _ _ M1) as [t1 E1].
  destruct (members_canonical _ readable1 _ _ M2) as [t2 E2].
  rewrite E1, E2. unfold labelledArgs. rewrite R1, R2, !seen_region.
  destruct (flows w1 (o_label o1) l); auto. f_equal. rewrite !seen_text. f_equal.
  rewrite <- D. apply skeleton_same; auto.
  - destruct (members_sorted _ readable1) as [lt [irr [sorted trans]]].
    apply (sorted_same lt); eauto.
    intros name. rewrite (members_names c1 r1 R1), (members_names c2 r2 R2), C, D. tauto.
  - unfold control in C. rewrite D in *. auto.
Qed.

Lemma alike_calls : forall o1 o2 d, o_label o1 = o_label o2 ->
  o_data o1 = Some d -> o_data o2 = Some d -> flowsTo lat d l = false ->
  forall cs1 cs2, Forall2 alike cs1 cs2 -> forall n,
  map (seenC w1 l true)
      (map (fun p => madeCall w1 o1 (fst p) (snd p)) (combine cs1 (refusedFrom w1 o1 n cs1))) =
  map (seenC w2 l true)
      (map (fun p => madeCall w2 o2 (fst p) (snd p)) (combine cs2 (refusedFrom w2 o2 n cs2))).
Proof.
  intros o1 o2 d La D1 D2 H. induction 1 as [|c1 c2 cs1 cs2 A F IH]; simpl; intros n; auto.
  rewrite IH. f_equal. unfold madeCall, seenC. simpl.
  rewrite (alike_args c1 c2 o1 o2 d); auto. destruct A as [T _]. rewrite T. f_equal.
  unfold outcomeOf. rewrite D1, D2.
  rewrite !(seenP_hidden l w1 laws); auto. symmetry. apply (same_lattice _ _ _ ag).
Qed.

Lemma sameMembers_eq : forall a b, sameMembers a b = true -> a = b.
Proof.
  induction a as [|[n v] a IH]; destruct b as [|[m u] b]; simpl; intros; try discriminate; auto.
  rewrite !andb_true_iff, !String.eqb_eq in H. destruct H as [[H1 H2] H3]. subst. f_equal. auto.
Qed.
Lemma sameNames_eq : forall a b, sameNames a b = true -> a = b.
Proof.
  induction a as [|n a IH]; destruct b as [|m b]; simpl; intros; try discriminate; auto.
  rewrite andb_true_iff, String.eqb_eq in H. destruct H. subst. f_equal. auto.
Qed.

(** What a staged call is known to have: the tool and the roles that came out again. *)
Definition knownAs (again found : asked) : Prop :=
  a_tool again = a_tool found /\ exists of r, namedRoles w1 again = Some of /\
    rolesOf w1 found = Some r /\ control of = control r /\ data of = data r.

Lemma takeFirst_is : forall A (is : A -> bool) xs a others,
  takeFirst is xs = Some (a, others) -> is a = true.
Proof.
  induction xs as [|x xs IH]; simpl; intros a others H; try discriminate.
  destruct (is x) eqn:E; [inversion H; subst; auto|].
  destruct (takeFirst is xs) as [[found left]|]; try discriminate.
  inversion H. subst. eauto.
Qed.

Lemma matched_known : forall again mine calls,
  matched w1 mine again = Some calls -> Forall2 knownAs again calls.
Proof.
  induction again as [|c again IH]; simpl; intros mine calls H.
  - inversion H. constructor.
  - destruct (namedRoles w1 c) as [of|] eqn:N; try discriminate.
    destruct (takeFirst (isSame w1 (a_tool c) of) mine) as [[found others]|] eqn:T;
      try discriminate.
    destruct (matched w1 others again) as [rest|] eqn:M; try discriminate.
    inversion H. subst. constructor; eauto.
    apply takeFirst_is in T. unfold isSame in T. rewrite andb_true_iff, String.eqb_eq in T.
    destruct T as [T1 T2]. destruct (rolesOf w1 found) as [r|] eqn:R; try discriminate.
    rewrite andb_true_iff in T2. destruct T2 as [T2 T3].
    split; auto. exists of, r. repeat split; auto.
    + apply sameMembers_eq. auto.
    + apply sameNames_eq. auto.
Qed.

Lemma matched_same : forall again mine, matched w1 mine again = matched w2 mine again.
Proof.
  induction again as [|c again IH]; simpl; intros mine; auto.
  assert (N : namedRoles w1 c = namedRoles w2 c).
  { unfold namedRoles. rewrite (same_members _ _ _ ag), (same_dataOf _ _ _ ag). auto. }
  rewrite N. destruct (namedRoles w2 c) as [of|]; auto.
  assert (I : forall one, isSame w1 (a_tool c) of one = isSame w2 (a_tool c) of one).
  { intros. unfold isSame. rewrite roles_same. auto. }
  assert (T : takeFirst (isSame w1 (a_tool c) of) mine = takeFirst (isSame w2 (a_tool c) of) mine).
  { induction mine; simpl; auto. rewrite I, IHmine. auto. }
  rewrite T. destruct (takeFirst (isSame w2 (a_tool c) of) mine) as [[found others]|]; auto.
  rewrite IH. auto.
Qed.

Lemma known_alike : forall again cs1 cs2,
  Forall2 knownAs again cs1 -> Forall2 knownAs again cs2 -> Forall2 alike cs1 cs2.
Proof.
  induction again; intros cs1 cs2 A B; inversion A; inversion B; subst; constructor; auto.
  destruct H1 as [T1 [of1 [r1 [N1 [R1 [C1 D1]]]]]].
  destruct H6 as [T2 [of2 [r2 [N2 [R2 [C2 D2]]]]]].
  rewrite N1 in N2. inversion N2. subst of2.
  split; [congruence|]. exists r1, r2. repeat split; auto; congruence.
Qed.

(** Two states that look alike. *)
Definition sim (s1 s2 : state L) : Prop :=
  seenH w1 l (started s1) = seenH w2 l (started s2) /\
  seenH w1 l (now s1) = seenH w2 l (now s2).

(** Without a lowered read that is seen, a step has changed nothing that is seen. *)
Definition settled (w : SpecWorld L) (s : state L) : Prop :=
  existsb (fun label => flows w label l) (since s) = false ->
  seenH w l (started s) = seenH w l (now s).

Lemma settled_begins : forall w (h : history L), settled w (begins h).
Proof. intros w h _. reflexivity. Qed.

Lemma generated_hidden : forall w, lattice w = lat -> forall s p o s',
  does w s (Generated p o) s' -> flows w (o_label o) l = false ->
  flowsTo lat (outcomeOf o) l = false.
Proof.
  intros w W s p o s' D H. unfold flows in H. rewrite W in H. unfold outcomeOf.
  inversion D; subst;
    match goal with E : o_data o = _ |- _ => rewrite E end; auto.
  match goal with E : flows w (o_label o) wide = true |- _ => unfold flows in E; rewrite W in E end.
  eapply up_false; eauto.
Qed.

Lemma generated_now : forall (w : SpecWorld L) s p o s',
  does w s (Generated p o) s' -> s' = begins (now s ++ [Made (newExchange w o)]).
Proof.
  intros w s p o s' D. inversion D; subst; rewrite afterwards_new;
    match goal with E : o_history o = _ |- _ => rewrite E end; auto.
Qed.

Lemma relabelled_hidden : forall w, lattice w = lat -> forall a label cs bys,
  Forall2 (madeBy w a) cs bys -> flowsTo lat a l = false -> flowsTo lat label l = false ->
  map (fun c => seenC w l false (Call (c_tool c) (relabelArgs (c_args c) label) (c_own c)
                                   (raiseParts w label (c_own c)))) cs
  = map (seenC w l false) cs.
Proof.
  intros w W a label cs bys M A H. induction M as [|c by1 cs bys M _ IH]; cbn [map]; auto.
  rewrite IH. f_equal. unfold seenC. simpl.
  destruct M as [text [raw [_ [_ [_ [_ R]]]]]]. rewrite R.
  rewrite !(seenP_hidden l w1 laws w W); auto.
Qed.

Lemma lowered_hidden : forall w, lattice w = lat -> forall at_ label h x again by_,
  nth_error h at_ = Some (Made x) -> flows w label (x_label x) = true ->
  flows w label l = false -> Forall2 (madeBy w (x_label x)) (x_calls x) by_ ->
  seenH w l (put at_ (Made (relabel w (Exchange (x_label x) again (x_calls x) (x_data x) false)
    label)) h) = seenH w l h.
Proof.
  intros w W at_ label h x again by_ N F H M.
  match goal with |- context[put at_ ?f h] => destruct (put_split at_ h (Made x) f N) as [A B] end.
  rewrite B. rewrite A at 3. rewrite !seenH_app. f_equal. unfold seenH. simpl.
  unfold flows in *. rewrite W in *. rewrite H.
  assert (X : flowsTo lat (x_label x) l = false) by (eapply up_false; eauto).
  rewrite X. f_equal. destruct (mode w); auto. do 2 f_equal. rewrite map_map.
  eapply relabelled_hidden; eauto.
Qed.

Lemma does_settled : forall w, lattice w = lat -> forall s a s',
  does w s a s' -> settled w s -> settled w s'.
Proof.
  intros w W s a s' D S. inversion D; subst; try apply settled_begins; auto.
  - unfold settled in *. simpl. intros H1. rewrite <- (seenH_but w l _ _ H). auto.
  - unfold settled in *. simpl. rewrite orb_false_iff. intros [H4 H5].
    rewrite S; auto. symmetry. eapply lowered_hidden; eauto.
Qed.

(** An action about which nothing is assumed shows nothing, and changes nothing that is seen. *)
Lemma silent : forall w, lattice w = lat -> forall s a s',
  does w s a s' -> settled w s -> assumes w l (s, a) = [] ->
  observes w l (s, a) = [] /\
  seenH w l (started s') = seenH w l (started s) /\ seenH w l (now s') = seenH w l (now s).
Proof.
  intros w W s a s' D S E. destruct a; simpl in E; try discriminate.
  - inversion D; subst. simpl. destruct (flows w label l); try discriminate. auto.
  - inversion D; subst. simpl.
    match goal with E : Forall2 sameBut _ _ |- _ => rewrite (seenH_but w l _ _ E) end. auto.
  - destruct (flows w label l) eqn:F; try discriminate. inversion D; subst.
    simpl. rewrite F. repeat split; auto. eapply lowered_hidden; eauto.
  - destruct (flows w (o_label o) l) eqn:F; try discriminate.
    simpl. rewrite F. split; auto.
    assert (G := generated_hidden w W _ _ _ _ D F).
    rewrite (generated_now _ _ _ _ _ D). simpl.
    assert (N := new_hidden w W o F G).
    destruct (mode w) eqn:Mo; try discriminate.
    destruct (existsb _ (since s)) eqn:X; try discriminate.
    assert (N' : seenH w l [Made (newExchange w o)] = []).
    { unfold seenH. cbn [flat_map]. rewrite N. reflexivity. }
    rewrite seenH_app, N', app_nil_r. split; auto. symmetry. apply S. auto.
Qed.

Lemma visible_one : forall w s a,
  assumes w l (s, a) = [] \/ exists one, assumes w l (s, a) = [one].
Proof.
  intros w s a. destruct a; simpl; eauto.
  - destruct (flows w label l); eauto.
  - destruct (flows w label l); eauto.
  - destruct (flows w (o_label o) l); eauto. destruct (mode w); eauto.
    destruct (existsb _ _); eauto.
Qed.

Lemma placed : forall s1 s2 p1 p2, sim s1 s2 -> placeSeen w1 l s1 p1 = placeSeen w2 l s2 p2 ->
  seenH w1 l (historyAt s1 p1) = seenH w2 l (historyAt s2 p2).
Proof.
  intros s1 s2 [|n1] [|n2] [A B] E; simpl in *; try discriminate; auto.
  inversion E. rewrite (seenH_cut w1 l n1), (seenH_cut w2 l n2) in B.
  apply app_same_length in B; auto. destruct B. auto.
Qed.

Lemma identical_args : forall x again, sameCalls w1 x again = true ->
  forall y, sameCalls w1 y again = true ->
  (forall c, In c x -> canonical w1 (a_args c) = Some (a_args c)) ->
  (forall c, In c y -> canonical w1 (a_args c) = Some (a_args c)) -> x = y.
Proof.
  induction x as [|a x IH]; destruct again as [|b again]; simpl; intros X; try discriminate;
    destruct y as [|c y]; simpl; intros Y CX CY; try discriminate; auto.
  rewrite (CX a) in X by auto. rewrite (CY c) in Y by auto.
  destruct (canonical w1 (a_args b)); try discriminate.
  rewrite !andb_true_iff, !String.eqb_eq in X, Y.
  destruct X as [[X1 X2] X3], Y as [[Y1 Y2] Y3].
  assert (x = y) by (apply (IH again); auto). subst y.
  destruct a, c. simpl in *. congruence.
Qed.

Lemma sameCalls_same : forall x again, sameCalls w1 x again = sameCalls w2 x again.
Proof.
  induction x; destruct again; simpl; auto.
  rewrite !(same_canonical _ _ _ ag), IHx. auto.
Qed.

(** Calls of a read that came out again. *)
Definition readCalls (cs : list (call L)) : list asked :=
  map (fun c => Asked (c_tool c) (plain (c_args c))) cs.

Lemma str_app_empty : forall t, (t ++ "")%string = t.
Proof. induction t; simpl; congruence. Qed.

Lemma made_canonical : forall a cs bys, Forall2 (madeBy w1 a) cs bys ->
  forall c, In c (readCalls cs) -> canonical w1 (a_args c) = Some (a_args c).
Proof.
  induction 1 as [|c b cs bys M _ IH]; simpl; intros d I; [contradiction|].
  destruct I as [I|I]; auto. subst d.
  destruct M as [text [raw [E [C _]]]]. rewrite E. simpl. rewrite str_app_empty. auto.
Qed.

Lemma madeBy_same : forall a c b, madeBy w2 a c b -> exists text raw,
  c_args c = whole a text /\ canonical w1 text = Some text /\ canonical w1 raw = Some text /\
  c_own c = raiseParts w2 b (execute w2 (c_tool c) raw).
Proof.
  intros a c b [text [raw [E [C [R [O _]]]]]]. exists text, raw.
  rewrite !(same_canonical _ _ _ ag). auto.
Qed.

Lemma relabelled_same : forall label, flowsTo lat label l = true ->
  forall a1 cs1 bys, Forall2 (madeBy w1 a1) cs1 bys ->
  forall a2 cs2, Forall2 (madeBy w2 a2) cs2 bys -> readCalls cs1 = readCalls cs2 ->
  map (seenC w1 l true) (map (fun c => Call (c_tool c) (relabelArgs (c_args c) label) (c_own c)
    (raiseParts w1 label (c_own c))) cs1) =
  map (seenC w2 l true) (map (fun c => Call (c_tool c) (relabelArgs (c_args c) label) (c_own c)
    (raiseParts w2 label (c_own c))) cs2).
Proof.
  intros label V a1. induction 1 as [|c1 b cs1 bys M1 F1 IH]; intros a2 cs2 F2 E;
    inversion F2; subst; auto; try discriminate.
  cbn [readCalls map] in E. inversion E as [[T P R]]. cbn [map]. erewrite IH; eauto. f_equal.
  unfold seenC. cbn [c_tool c_args c_result].
  destruct M1 as [t1 [raw1 [A1 [C1 [R1 [O1 _]]]]]].
  match goal with M : madeBy w2 _ _ _ |- _ =>
    apply madeBy_same in M; destruct M as [t2 [raw2 [A2 [C2 [R2 O2]]]]] end.
  rewrite A1, A2 in P. simpl in P. rewrite !str_app_empty in P. subst t2.
  rewrite T, A1, A2. unfold whole, relabelArgs. rewrite <- seen_same. f_equal.
  apply seenP_raise; auto. rewrite O1, O2. apply seenP_raise; auto. rewrite <- T.
  apply (same_results _ _ _ ag _ _ _ t1); auto. rewrite <- (same_canonical _ _ _ ag). auto.
Qed.

Lemma put_seen : forall w h at_ x y, nth_error h at_ = Some (Made x) ->
  seenH w l (put at_ (Made y) h) = seenH w l (firstn at_ h)
    ++ seenE w l (Made y) ++ seenH w l (skipn (S at_) h) /\
  seenH w l h = seenH w l (firstn at_ h)
    ++ seenE w l (Made x) ++ seenH w l (skipn (S at_) h).
Proof.
  intros w h at_ x y N. destruct (put_split at_ h (Made x) (Made y) N) as [A B].
  split; [rewrite B|rewrite A at 1]; rewrite seenH_app; reflexivity.
Qed.

Lemma length_seenE : forall x1 x2,
  flows w1 (x_label x1) l = flows w2 (x_label x2) l ->
  List.length (seenE w1 l (Made x1)) = List.length (seenE w2 l (Made x2)).
Proof.
  intros x1 x2 E. simpl. rewrite E. destruct (flows w2 (x_label x2) l); auto.
  rewrite (same_mode _ _ _ ag). destruct (mode w2); auto.
Qed.

Lemma together_lowered : forall s1 s2 s1' s2' n1 n2 a1 a2 b1 b2,
  does w1 s1 (Lowered n1 a1 b1) s1' -> does w2 s2 (Lowered n2 a2 b2) s2' -> sim s1 s2 ->
  assumes w1 l (s1, Lowered n1 a1 b1) = assumes w2 l (s2, Lowered n2 a2 b2) ->
  assumes w1 l (s1, Lowered n1 a1 b1) <> [] ->
  observes w1 l (s1, Lowered n1 a1 b1) = observes w2 l (s2, Lowered n2 a2 b2) /\ sim s1' s2'.
Proof.
  intros s1 s2 s1' s2' n1 n2 a1 a2 b1 b2 D1 D2 [S N] E V.
  inversion D1; subst. inversion D2; subst. simpl in E, V |- *.
  destruct (flows w1 a1 l) eqn:F1; [|contradiction].
  destruct (flows w2 a2 l) eqn:F2; try discriminate.
  repeat match goal with H : nth_error _ _ = _ |- _ => rewrite H in E end.
  inversion E as [[EK EW EA EB]]. subst a2 b2. clear E V.
  rename x into x1, x0 into x2.
  destruct (put_seen w1 (now s1) n1 x1 (relabel w1 (Exchange (x_label x1) (r_text again)
    (x_calls x1) (x_data x1) false) a1)) as [P1 Q1]; auto.
  destruct (put_seen w2 (now s2) n2 x2 (relabel w2 (Exchange (x_label x2) (r_text again0)
    (x_calls x2) (x_data x2) false) a1)) as [P2 Q2]; auto.
  rewrite Q1, Q2 in N. apply app_same_length in N; auto. destruct N as [N1 N2].
  apply app_same_length in N2; [|apply length_seenE; auto]. destruct N2 as [_ N3].
  destruct (view_same l w1 w2 laws ag a1 _ _ F1 N1) as [V1 _].
  assert (again0 = again).
  { match goal with H : replyTo w2 _ = Some again0 |- _ =>
      rewrite <- V1, <- (replyTo_same l w1 w2 ag) in H end. congruence. }
  subst again0. split; [rewrite V1; auto|]. split; [exact S|].
  cbn [now]. rewrite P1, P2, N1, N3. f_equal. f_equal. rewrite !seenE_open by auto.
  cbn [relabel x_label x_text x_calls]. f_equal. f_equal.
  eapply relabelled_same; eauto.
  unfold isIdentical in *. rewrite andb_true_iff in *. simpl in *.
  apply (identical_args _ (r_calls again)); try tauto.
  - rewrite sameCalls_same. tauto.
  - eapply made_canonical; eauto.
  - intros c I. rewrite (same_canonical _ _ _ ag). unfold readCalls in I.
    apply in_map_iff in I. destruct I as [d [I1 I2]]. subst c. simpl.
    match goal with H : Forall2 (madeBy w2 _) _ _ |- _ =>
      destruct (Forall2_in_left _ _ _ H d I2) as [b [_ M]] end.
    destruct M as [text [raw [X [C _]]]]. rewrite X. simpl. rewrite str_app_empty. auto.
Qed.

(** The view that a generation saw, and its reply: alike where its label is seen. *)
Lemma generated_like : forall s1 s2 s1' s2' p1 p2 o1 o2,
  does w1 s1 (Generated p1 o1) s1' -> does w2 s2 (Generated p2 o2) s2' -> sim s1 s2 ->
  flows w1 (o_label o1) l = true -> o_label o1 = o_label o2 -> o_data o1 = o_data o2 ->
  placeSeen w1 l s1 p1 = placeSeen w2 l s2 p2 ->
  r_text (o_reply o1) = r_text (o_reply o2) /\
  match o_data o1 with
  | None => redact w1 (historyAt s1 p1) (o_label o1) = redact w2 (historyAt s2 p2) (o_label o2)
  | Some _ => hinted w1 (now s1) (o_label o1) = hinted w2 (now s2) (o_label o2)
  end /\
  (flowsTo lat (outcomeOf o1) l = true -> o_reply o1 = o_reply o2) /\
  (flowsTo lat (outcomeOf o1) l = false -> exists d, o_data o1 = Some d /\
     Forall2 alike (r_calls (o_reply o1)) (r_calls (o_reply o2)) /\
     r_calls (o_reply o1) <> [] /\ r_calls (o_reply o2) <> []).
Proof.
  intros s1 s2 s1' s2' p1 p2 o1 o2 D1 D2 S V La Da P.
  inversion D1; subst; inversion D2; subst; try congruence.
  - (* plain *)
    match goal with H : o_data o1 = None |- _ => rewrite H; rename H into N end.
    destruct (view_same l w1 w2 laws ag (o_label o1) _ _ V (placed _ _ _ _ S P)) as [R _].
    assert (X : o_reply o1 = o_reply o2).
    { match goal with H : replyTo w2 _ = Some (o_reply o2) |- _ =>
        rewrite <- La, <- R, <- (replyTo_same l w1 w2 ag) in H end. congruence. }
    rewrite X, <- La. repeat split; auto.
    unfold outcomeOf. rewrite N. unfold flows in V. rewrite V. discriminate.
  - (* staged *)
    match goal with H : o_data o1 = Some ?d |- _ => rewrite H; rename H into N1, d into wide1 end.
    match goal with H : o_data o2 = Some ?d |- _ => rename H into N2, d into wide2 end.
    assert (wide1 = wide2) by congruence. subst wide2.
    destruct S as [S1 S2].
    destruct (view_same l w1 w2 laws ag (o_label o1) _ _ V S2) as [_ R].
    match goal with H : replyTo w1 (hinted _ _ _) = Some ?a |- _ =>
      rename H into A1, a into again1 end.
    match goal with H : replyTo w2 (hinted _ _ _) = Some ?a |- _ =>
      rewrite <- La, <- R, <- (replyTo_same l w1 w2 ag) in H; rename H into A2, a into again2 end.
    assert (again1 = again2) by congruence. subst again2.
    match goal with H : o_reply o1 = _ |- _ => rewrite H; rename H into R1 end.
    match goal with H : o_reply o2 = _ |- _ => rewrite H; rename H into R2 end.
    match goal with H : matched w1 _ _ = _ |- _ => rename H into M1 end.
    match goal with H : matched w2 _ _ = _ |- _ => rename H into M2 end.
    rewrite <- matched_same in M2. simpl.
    rewrite <- La. repeat split; auto.
    + intros W. unfold outcomeOf in W. rewrite N1 in W.
      destruct (view_same l w1 w2 laws ag wide1 _ _ W S1) as [Q _].
      match goal with H : replyTo w2 (redact _ _ _) = Some ?d |- _ =>
        rewrite <- Q, <- (replyTo_same l w1 w2 ag) in H end.
      assert (draft = draft0) by congruence. subst draft0. congruence.
    + intros W. exists wide1. repeat split; auto.
      eapply known_alike; eapply matched_known; eauto.
Qed.

Lemma controls_alike : forall o1 o2 d, o_data o1 = Some d -> o_data o2 = Some d ->
  forall cs1 cs2, Forall2 alike cs1 cs2 ->
  map (controlOf w1 o1) cs1 = map (controlOf w2 o2) cs2.
Proof.
  intros o1 o2 d D1 D2. induction 1 as [|c1 c2 cs1 cs2 A _ IH]; simpl; auto. rewrite IH. f_equal.
  destruct A as [T [r1 [r2 [R1 [R2 [C D]]]]]]. unfold controlOf.
  rewrite D1, D2, R1, <- roles_same, R2, T, C, D. auto.
Qed.

Lemma controls_same : forall o1 o2, o_data o1 = o_data o2 -> forall cs,
  map (controlOf w1 o1) cs = map (controlOf w2 o2) cs.
Proof.
  intros o1 o2 D cs. apply map_ext. intros c. unfold controlOf. rewrite D, roles_same. auto.
Qed.

Lemma together_generated : forall s1 s2 s1' s2' p1 p2 o1 o2,
  does w1 s1 (Generated p1 o1) s1' -> does w2 s2 (Generated p2 o2) s2' -> sim s1 s2 ->
  assumes w1 l (s1, Generated p1 o1) = assumes w2 l (s2, Generated p2 o2) ->
  assumes w1 l (s1, Generated p1 o1) <> [] ->
  observes w1 l (s1, Generated p1 o1) = observes w2 l (s2, Generated p2 o2) /\ sim s1' s2'.
Proof.
  intros s1 s2 s1' s2' p1 p2 o1 o2 D1 D2 S E V.
  assert (W2 : lattice w2 = lat) by (symmetry; apply (same_lattice _ _ _ ag)).
  rewrite (generated_now _ _ _ _ _ D1), (generated_now _ _ _ _ _ D2).
  simpl in E, V |- *.
  destruct (flows w1 (o_label o1) l) eqn:F1; destruct (flows w2 (o_label o2) l) eqn:F2.
  - inversion E as [[EP EL ED EB]].
    assert (OO : flows w1 (outcomeOf o1) l = flows w2 (outcomeOf o2) l).
    { unfold outcomeOf. rewrite EL, ED. apply (flows_same l w1 w2 ag). }
    destruct (generated_like _ _ _ _ _ _ _ _ D1 D2 S F1 EL ED EP) as [T [Vw [A B]]].
    destruct (flows w1 (outcomeOf o1) l) eqn:O1; rewrite <- OO in *.
    + assert (R : o_reply o1 = o_reply o2) by (apply A; exact O1).
      assert (Like : likeOutput o1 o2) by (repeat split; auto).
      split.
      * rewrite (acted_same l w1 w2 laws ag o1 o2 Like F1).
        rewrite (controls_same o1 o2 ED), <- R.
        rewrite <- EL in Vw. destruct (o_data o1); rewrite Vw; auto.
      * unfold sim, begins. cbn [started now]. rewrite !seenH_app.
        assert (X : seenE w1 l (Made (newExchange w1 o1)) = seenE w2 l (Made (newExchange w2 o2)))
          by (apply new_same; auto).
        destruct S as [_ S]. rewrite S. unfold seenH at 2 4 6 8. cbn [flat_map].
        rewrite X. auto.
    + destruct (B O1) as [d [Dd [Al [NE1 NE2]]]].
      split.
      * assert (D2' : o_data o2 = Some d) by congruence.
        rewrite (controls_alike o1 o2 d Dd D2' _ _ Al), T.
        rewrite Dd in Vw |- *. rewrite <- EL in Vw. rewrite Vw. auto.
      * unfold sim, begins. cbn [started now]. rewrite !seenH_app.
        assert (X : seenE w1 l (Made (newExchange w1 o1)) = seenE w2 l (Made (newExchange w2 o2))).
        { rewrite !seenE_open; rewrite ?new_label; auto. rewrite <- EL. f_equal.
          unfold newExchange.
          destruct (r_calls (o_reply o1)) as [|c1 cs1] eqn:C1; [contradiction|].
          destruct (r_calls (o_reply o2)) as [|c2 cs2] eqn:C2; [contradiction|].
          cbn [isNil x_text x_calls]. rewrite T. f_equal.
          apply (alike_calls o1 o2 d); auto; [congruence|].
          unfold outcomeOf in O1. rewrite Dd in O1. exact O1. }
        destruct S as [_ S]. rewrite S. unfold seenH at 2 4 6 8. cbn [flat_map].
        rewrite X. auto.
  - destruct (mode w2); [|destruct (existsb _ _)]; discriminate.
  - destruct (mode w1); [|destruct (existsb _ _)]; discriminate.
  - split; auto. unfold sim, begins. cbn [started now]. rewrite !seenH_app.
    assert (X : seenE w1 l (Made (newExchange w1 o1)) = seenE w2 l (Made (newExchange w2 o2))).
    { assert (G1 := generated_hidden w1 eq_refl _ _ _ _ D1 F1).
      assert (G2 := generated_hidden w2 W2 _ _ _ _ D2 F2).
      rewrite (new_hidden w1 eq_refl), (new_hidden w2 W2); auto.
      rewrite <- (same_mode _ _ _ ag) in *. destruct (mode w1); auto.
      inversion E as [EN]. rewrite EN. auto. }
    destruct S as [_ S]. rewrite S. unfold seenH at 2 4 6 8. cbn [flat_map]. rewrite X. auto.
Qed.

Lemma together : forall s1 s2 s1' s2' a1 a2,
  does w1 s1 a1 s1' -> does w2 s2 a2 s2' -> sim s1 s2 ->
  assumes w1 l (s1, a1) = assumes w2 l (s2, a2) -> assumes w1 l (s1, a1) <> [] ->
  observes w1 l (s1, a1) = observes w2 l (s2, a2) /\ sim s1' s2'.
Proof.
  intros s1 s2 s1' s2' a1 a2 D1 D2 S E V.
  destruct a1, a2;
    try exact (together_generated _ _ _ _ _ _ _ _ D1 D2 S E V);
    try exact (together_lowered _ _ _ _ _ _ _ _ _ _ D1 D2 S E V);
    simpl in E, V;
    repeat match type of E with
    | context[if ?c then _ else _] => destruct c eqn:?
    | context[match mode ?w with _ => _ end] => destruct (mode w) eqn:?
    end; try discriminate; try contradiction.
  - inversion E. inversion D1; subst. inversion D2; subst. split; auto.
    destruct S as [_ S]. unfold sim, begins. cbn [started now]. rewrite !seenH_app, S.
    simpl. rewrite H1. auto.
  - inversion E. inversion D1; subst. inversion D2; subst. split; auto. split; auto.
  - inversion E. subst. inversion D1; subst. inversion D2; subst. split; auto.
    simpl. match goal with H : flows w1 _ l = true |- _ => rewrite H end.
    match goal with H : flows w2 _ l = true |- _ => rewrite H end.
    destruct (view_same l w1 w2 laws ag label0 (historyAt s1' p) (historyAt s2' p0)) as [R _];
      auto; [apply placed; auto|]. rewrite R. auto.
  - inversion D1; subst. inversion D2; subst. split; auto.
    destruct S as [S _]. unfold sim, begins. cbn [started now].
    match goal with A : Forall2 sameBut (started s1) _, B : Forall2 sameBut (started s2) _ |- _ =>
      rewrite <- (seenH_but w1 l _ _ A), <- (seenH_but w2 l _ _ B) end. auto.
Qed.

Theorem runs_alike : forall n as1 as2, List.length as1 + List.length as2 <= n ->
  forall s1 s2 e1 e2, run w1 s1 as1 e1 -> run w2 s2 as2 e2 ->
  sim s1 s2 -> settled w1 s1 -> settled w2 s2 ->
  flat_map (assumes w1 l) as1 = flat_map (assumes w2 l) as2 ->
  flat_map (observes w1 l) as1 = flat_map (observes w2 l) as2 /\ sim e1 e2.
Proof.
  assert (W2 : lattice w2 = lat) by (symmetry; apply (same_lattice _ _ _ ag)).
  induction n as [|n IH]; intros as1 as2 LE s1 s2 e1 e2 R1 R2 S T1 T2 E.
  - destruct as1, as2; simpl in LE; try lia.
    inversion R1; inversion R2; subst. auto.
  - destruct as1 as [|[s a1] as1].
    + destruct as2 as [|[s a2] as2].
      * inversion R1; inversion R2; subst. auto.
      * inversion R2; subst. simpl in E.
        symmetry in E. apply app_eq_nil in E. destruct E as [E1 E2].
        match goal with D : does w2 _ _ _ |- _ =>
          assert (D2 := D); destruct (silent w2 W2 _ _ _ D T2 E1) as [O [A B]] end.
        cbn [flat_map]. rewrite O. cbn [app].
        apply (IH [] as2) with (s1 := s1) (s2 := s'); simpl in *; auto; try lia.
        { unfold sim in *. rewrite A, B. auto. }
        { eapply does_settled; eauto. }
    + inversion R1; subst.
      destruct (visible_one w1 s a1) as [Q1|[one Q1]].
      * match goal with D : does w1 _ _ _ |- _ =>
          assert (D1 := D); destruct (silent w1 eq_refl _ _ _ D T1 Q1) as [O [A B]] end.
        cbn [flat_map] in *. rewrite O. rewrite Q1 in E. cbn [app] in *.
        apply (IH as1 as2) with (s1 := s') (s2 := s2); simpl in *; auto; try lia.
        { unfold sim in *. rewrite A, B. auto. }
        { eapply (does_settled w1 eq_refl); eauto. }
      * destruct as2 as [|[t a2] as2]; [cbn [flat_map] in E; rewrite Q1 in E; discriminate|].
        inversion R2; subst.
        destruct (visible_one w2 t a2) as [Q2|[two Q2]].
        -- match goal with D : does w2 _ _ _ |- _ =>
             assert (D2 := D); destruct (silent w2 W2 _ _ _ D T2 Q2) as [O [A B]] end.
           cbn [flat_map] in *. rewrite O. rewrite Q2 in E. cbn [app] in *.
           apply (IH ((s, a1) :: as1) as2) with (s1 := s) (s2 := s'0); simpl in *; auto;
             try lia.
           { unfold sim in *. rewrite A, B. auto. }
           { eapply does_settled; eauto. }
        -- cbn [flat_map] in *. rewrite Q1, Q2 in E. inversion E. subst two.
           destruct (together s t s' s'0 a1 a2) as [O S']; auto;
             [congruence|rewrite Q1; discriminate|].
           rewrite O.
           destruct (IH as1 as2) with (s1 := s') (s2 := s'0) (e1 := e1) (e2 := e2) as [X Y];
             auto; try (simpl in LE; lia).
           { eapply (does_settled w1 eq_refl); eauto. }
           { eapply does_settled; eauto. }
           rewrite X. auto.
Qed.
End Noninterference.
