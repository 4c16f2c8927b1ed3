(** Theorem (a): a view at a label is a function of what flows to it and of public structure. *)
From Sluice Require Export Seen.

Section View.
Context {L : Type} (lat : Lattice L) (laws : Laws lat).

(** The same view, made of what an observer sees alone. *)
Section FromSeen.
Variables (m : structure) (ts : list (seenTool L)) (at_ : L).

Fixpoint viewRegion (prev : option string) (r : seenRegion L) : list piece :=
  match r with
  | Hidden quoted => hide quoted prev
  | Open label quoted b => if flowsTo lat label at_ then viewBody None b else hide quoted prev
  end
with viewBody (prev : option string) (b : seenBody L) : list piece :=
  match b with
  | SEnd => []
  | SText text more => Said text :: viewBody (Some text) more
  | SInner r more => viewRegion prev r ++ viewBody None more
  end.
Lemma view_open : forall prev label quoted b, viewRegion prev (Open label quoted b) =
  if flowsTo lat label at_ then viewBody None b else hide quoted prev.
Proof. reflexivity. Qed.
Lemma view_hidden : forall prev quoted, viewRegion prev (Hidden quoted) = hide quoted prev.
Proof. reflexivity. Qed.
Lemma view_text : forall prev text more,
  viewBody prev (SText text more) = Said text :: viewBody (Some text) more.
Proof. reflexivity. Qed.
Lemma view_inner : forall prev r more,
  viewBody prev (SInner r more) = viewRegion prev r ++ viewBody None more.
Proof. reflexivity. Qed.

Definition viewAll (r : seenRegion L) : string :=
  match r with
  | Open label _ _ =>
      if flowsTo lat label at_ then joinPieces false (viewRegion None r) else placeholder
  | Hidden _ => placeholder
  end.
Definition viewParts (p : seenParts L) : list string :=
  match p with
  | Some (s, rs, _) => if flowsTo lat s at_ then map viewAll rs else [placeholder]
  | None => [placeholder]
  end.
Definition viewFailed (p : seenParts L) : bool :=
  match p with Some (s, _, failed) => failed && flowsTo lat s at_ | None => false end.

Definition vouchedIn (tool : string) : bool :=
  existsb (fun t => match t with
    | SeenTool name _ _ _ vouched => vouched && String.eqb name tool
    | HiddenTool name => String.eqb name tool end) ts.

Definition viewCall (isOpen : bool) (c : seenCall L) : shownCall :=
  match c with
  | OpenCall tool args result =>
      ShownCall (if isOpen || vouchedIn tool then tool else "undeclared_tool")
        (if isOpen then viewAll args else "{}") (viewParts result) (viewFailed result)
  | HiddenCall tool result => ShownCall tool "{}" (viewParts result) (viewFailed result)
  end.

Definition viewEntry (e : seenEntry L) : list shown :=
  match e with
  | SeenMessage r p => [ShownMessage r (viewParts p)]
  | SeenExchange label text calls =>
      let isOpen := flowsTo lat label at_ in
      let isBlank := isNil calls && isEmpty text in
      match m, negb isOpen || isBlank with
      | Drop, true => []
      | _, _ => [ShownExchange (if isOpen then text else placeholder)
                   (map (viewCall isOpen) calls)]
      end
  | HiddenExchange calls =>
      match m with
      | Drop => []
      | Keep => [ShownExchange placeholder (map (viewCall false) calls)]
      end
  end.

Definition viewTool (hinted : bool) (t : seenTool L) : list string :=
  match t with
  | SeenTool name text hint label vouched =>
      if vouched || flowsTo lat label at_ then
        [(name ++ ": " ++
          (if flowsTo lat label at_ then if hinted then hint else text else placeholder))%string]
      else []
  | HiddenTool name => [(name ++ ": " ++ placeholder)%string]
  end.

Definition viewOf (hinted : bool) (es : list (seenEntry L)) : view :=
  View (flat_map (viewTool hinted) ts) (flat_map viewEntry es).
End FromSeen.

Variable w : SpecWorld L.
Hypothesis worldLattice : lattice w = lat.
Variables (l at_ : L).
Hypothesis below : flowsTo lat at_ l = true.

Lemma notSeen : forall a, flowsTo lat a l = false -> flowsTo lat a at_ = false.
Proof.
  intros a H. destruct (flowsTo lat a at_) eqn:E; auto.
  rewrite (flows_trans _ laws a at_ l) in H; auto.
Qed.

Lemma region_view :
  (forall r prev, viewRegion at_ prev (seen w l r) = showRegion w at_ prev r) /\
  (forall b prev, viewBody at_ prev (seenB w l b) = showBody w at_ prev b).
Proof.
  apply region_body_ind; intros; auto;
    rewrite ?seen_region, ?seen_text, ?seen_inner, ?show_region, ?show_text, ?show_inner,
      ?view_text, ?view_inner.
  - unfold flows. rewrite worldLattice. destruct (flowsTo lat label l) eqn:E.
    + rewrite view_open. destruct (flowsTo lat label at_); auto.
    + rewrite (notSeen _ E). auto.
  - f_equal; auto.
  - f_equal; auto.
Qed.

Lemma all_view : forall r, viewAll at_ (seen w l r) = showAll w at_ r.
Proof.
  intros r. unfold showAll. rewrite <- (proj1 region_view).
  destruct r as [label quoted b]. rewrite seen_region. unfold labelOf, flows.
  rewrite worldLattice. destruct (flowsTo lat label l) eqn:E; auto.
  rewrite (notSeen _ E). auto.
Qed.

Lemma parts_view : forall p, viewParts at_ (seenP w l p) = showParts w at_ p.
Proof.
  intros [s rs f]. unfold viewParts, seenP, showParts, flows. simpl. rewrite worldLattice.
  destruct (flowsTo lat s l) eqn:E.
  - rewrite map_map. destruct (flowsTo lat s at_); auto. apply map_ext, all_view.
  - rewrite (notSeen _ E). auto.
Qed.

Lemma failed_view : forall p,
  viewFailed at_ (seenP w l p) = failed p && flows w (shape p) at_.
Proof.
  intros [s rs f]. unfold viewFailed, seenP, flows. simpl. rewrite worldLattice.
  destruct (flowsTo lat s l) eqn:E; auto.
  rewrite (notSeen _ E), andb_false_r. auto.
Qed.

Lemma vouched_seen : forall tool, vouchedIn (seenTools w l) tool = isVouched w tool.
Proof.
  intros tool. unfold vouchedIn, seenTools, isVouched.
  induction (tools w) as [|t ts IH]; simpl; auto.
  rewrite existsb_app, IH. f_equal. unfold seenT.
  destruct (flows w (d_label t) l); simpl; rewrite ?orb_false_r; auto.
  destruct (d_vouched t); simpl; rewrite ?orb_false_r; auto.
Qed.

Lemma call_view : forall isOpen c,
  viewCall (seenTools w l) at_ isOpen (seenC w l true c) = showCall w at_ isOpen c.
Proof.
  intros isOpen [tool args own result]. simpl.
  rewrite all_view, parts_view, failed_view, vouched_seen. reflexivity.
Qed.

Lemma hidden_call_view : forall c,
  viewCall (seenTools w l) at_ false (seenC w l false c) = showCall w at_ false c.
Proof.
  intros [tool args own result]. simpl. rewrite parts_view, failed_view. reflexivity.
Qed.

Lemma isNil_map : forall A B (f : A -> B) xs, isNil (map f xs) = isNil xs.
Proof. destruct xs; reflexivity. Qed.

Lemma entry_view : forall e,
  flat_map (viewEntry (mode w) (seenTools w l) at_) (seenE w l e) = showEntry w at_ e.
Proof.
  intros [r p|x]; simpl.
  - rewrite parts_view. auto.
  - destruct (flows w (x_label x) l) eqn:E; simpl.
    + rewrite isNil_map, map_map. rewrite app_nil_r. unfold flows. rewrite worldLattice.
      assert (H : map (fun c => viewCall (seenTools w l) at_ (flowsTo lat (x_label x) at_)
                          (seenC w l true c)) (x_calls x)
                  = map (showCall w at_ (flowsTo lat (x_label x) at_)) (x_calls x))
        by (apply map_ext; intros; apply call_view).
      rewrite H. reflexivity.
    + assert (N : flows w (x_label x) at_ = false)
        by (unfold flows in *; rewrite worldLattice in *; apply notSeen, E).
      rewrite N. simpl. destruct (mode w); auto. simpl.
      rewrite map_map. erewrite map_ext; [reflexivity|]. apply hidden_call_view.
Qed.

Lemma history_view : forall h,
  flat_map (viewEntry (mode w) (seenTools w l) at_) (seenH w l h) = flat_map (showEntry w at_) h.
Proof.
  induction h as [|e h IH]; simpl; auto.
  unfold seenH in *. simpl. rewrite flat_map_app, IH, entry_view. auto.
Qed.

Lemma tools_view :
  flat_map (viewTool at_ false) (seenTools w l)
    = map (showTool w at_) (filter (isShownTool w at_) (tools w)) /\
  flat_map (viewTool at_ true) (seenTools w l)
    = map (hintedTool w at_) (filter (isShownTool w at_) (tools w)).
Proof.
  unfold seenTools. induction (tools w) as [|t ts [IH IH']]; [split; reflexivity|].
  simpl. rewrite !flat_map_app, IH, IH'.
  unfold seenT, isShownTool, showTool, hintedTool, flows. rewrite worldLattice.
  destruct t as [name text hint label vouched]. simpl.
  destruct (flowsTo lat label l) eqn:E; simpl.
  - destruct vouched, (flowsTo lat label at_) eqn:F; simpl; rewrite ?F;
      unfold showTool, flows; simpl; rewrite ?worldLattice, ?F; auto.
  - rewrite (notSeen _ E). destruct vouched; simpl;
      unfold showTool, flows; simpl; rewrite ?worldLattice, ?(notSeen _ E); auto.
Qed.

(** (a) *)
Theorem view_of_seen : forall h,
  redact w h at_ = viewOf (mode w) (seenTools w l) at_ false (seenH w l h) /\
  hinted w h at_ = viewOf (mode w) (seenTools w l) at_ true (seenH w l h).
Proof.
  intros h. unfold redact, hinted, viewOf, redact. simpl. rewrite history_view.
  destruct tools_view as [A B]. rewrite A, B. auto.
Qed.
End View.
