(** The part of a history that flows to an observer at [l], with its declared public structure: how
    many entries and parts there are, roles, where something quoted is hidden, vouched names. *)
From Sluice Require Export Lowering.

Inductive seenRegion (L : Type) :=
| Hidden (quoted : bool)
| Open (label : L) (quoted : bool) (pieces : seenBody L)
with seenBody (L : Type) :=
| SEnd
| SText (text : string) (more : seenBody L)
| SInner (inner : seenRegion L) (more : seenBody L).
Arguments Hidden {L}. Arguments Open {L}. Arguments SEnd {L}. Arguments SText {L}.
Arguments SInner {L}.
Scheme seenRegion_mut := Induction for seenRegion Sort Prop
with seenBody_mut := Induction for seenBody Sort Prop.
Combined Scheme seen_ind from seenRegion_mut, seenBody_mut.

(** [None]: the shape is hidden, and with it everything. *)
Definition seenParts (L : Type) : Type := option (L * list (seenRegion L) * bool).
Inductive seenCall (L : Type) :=
| OpenCall (tool : string) (args : seenRegion L) (result : seenParts L)
| HiddenCall (tool : string) (result : seenParts L).
Arguments OpenCall {L}. Arguments HiddenCall {L}.
Inductive seenEntry (L : Type) :=
| SeenMessage (r : role) (m : seenParts L)
| SeenExchange (label : L) (text : string) (calls : list (seenCall L))
| HiddenExchange (calls : list (seenCall L)).
Arguments SeenMessage {L}. Arguments SeenExchange {L}. Arguments HiddenExchange {L}.
Inductive seenTool (L : Type) :=
| SeenTool (name text hinted : string) (label : L) (vouched : bool)
| HiddenTool (name : string).
Arguments SeenTool {L}. Arguments HiddenTool {L}.

Section Seen.
Context {L : Type} (w : SpecWorld L) (l : L).

Fixpoint seen (r : region L) : seenRegion L :=
  match r with Region label quoted b =>
    if flows w label l then Open label quoted (seenB b) else Hidden quoted end
with seenB (b : body L) : seenBody L :=
  match b with
  | End => SEnd
  | Text text more => SText text (seenB more)
  | Inner r more => SInner (seen r) (seenB more)
  end.

Definition seenP (m : parts L) : seenParts L :=
  if flows w (shape m) l then Some (shape m, map seen (inner m), failed m) else None.

Definition publicName (tool : string) : string :=
  if isVouched w tool then tool else "undeclared_tool".
Definition seenC (isOpen : bool) (c : call L) : seenCall L :=
  if isOpen then OpenCall (c_tool c) (seen (c_args c)) (seenP (c_result c))
  else HiddenCall (publicName (c_tool c)) (seenP (c_result c)).

(** In [Drop] mode nothing is left of an exchange above the observer. *)
Definition seenE (e : entry L) : list (seenEntry L) :=
  match e with
  | Message r m => [SeenMessage r (seenP m)]
  | Made x =>
      if flows w (x_label x) l
      then [SeenExchange (x_label x) (x_text x) (map (seenC true) (x_calls x))]
      else match mode w with
        | Keep => [HiddenExchange (map (seenC false) (x_calls x))]
        | Drop => []
        end
  end.
Definition seenH (h : history L) : list (seenEntry L) := flat_map seenE h.

(** A name that nobody vouches for goes with the text of its tool. *)
Definition seenT (t : declared L) : list (seenTool L) :=
  if flows w (d_label t) l
  then [SeenTool (d_name t) (d_text t) (d_hinted t) (d_label t) (d_vouched t)]
  else if d_vouched t then [HiddenTool (d_name t)] else [].
Definition seenTools : list (seenTool L) := flat_map seenT (tools w).

(** Equations: what each case of these functions says, by computation. *)
Lemma seen_region : forall label quoted b, seen (Region label quoted b) =
  if flows w label l then Open label quoted (seenB b) else Hidden quoted.
Proof. reflexivity. Qed.
Lemma seen_text : forall text more, seenB (Text text more) = SText text (seenB more).
Proof. reflexivity. Qed.
Lemma seen_inner : forall r more, seenB (Inner r more) = SInner (seen r) (seenB more).
Proof. reflexivity. Qed.
Lemma show_region : forall prev label quoted b, showRegion w l prev (Region label quoted b) =
  if flows w label l then showBody w l None b else hide quoted prev.
Proof. reflexivity. Qed.
Lemma show_text : forall prev text more,
  showBody w l prev (Text text more) = Said text :: showBody w l (Some text) more.
Proof. reflexivity. Qed.
Lemma show_inner : forall prev r more,
  showBody w l prev (Inner r more) = showRegion w l prev r ++ showBody w l None more.
Proof. reflexivity. Qed.
Lemma raise_region : forall label quoted b, raise w l (Region label quoted b) =
  Region (join (lattice w) l label) quoted (raiseBody w (join (lattice w) l label) b).
Proof. reflexivity. Qed.
Lemma raise_text : forall text more,
  raiseBody w l (Text text more) = Text text (raiseBody w l more).
Proof. reflexivity. Qed.
Lemma raise_inner : forall r more,
  raiseBody w l (Inner r more) = Inner (raise w l r) (raiseBody w l more).
Proof. reflexivity. Qed.
End Seen.
