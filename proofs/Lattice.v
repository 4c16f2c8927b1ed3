(** Labels: packages/core/src/label/lattice.ts. Labels that flow to each other need not be equal. *)
From Coq Require Import List Bool NArith PeanoNat Lia.
Import ListNotations.

Record Lattice (L : Type) := {
  bottom : L;
  join : L -> L -> L;
  meet : L -> L -> L;
  flowsTo : L -> L -> bool;
}.
Arguments bottom {L}. Arguments join {L}. Arguments meet {L}. Arguments flowsTo {L}.

(** The laws: the only thing about labels that a theorem may use. *)
Record Laws {L} (lat : Lattice L) : Prop := {
  flows_refl : forall a, flowsTo lat a a = true;
  flows_trans : forall a b c,
    flowsTo lat a b = true -> flowsTo lat b c = true -> flowsTo lat a c = true;
  join_left : forall a b, flowsTo lat a (join lat a b) = true;
  join_right : forall a b, flowsTo lat b (join lat a b) = true;
  join_least : forall a b c,
    flowsTo lat a c = true -> flowsTo lat b c = true -> flowsTo lat (join lat a b) c = true;
  meet_left : forall a b, flowsTo lat (meet lat a b) a = true;
  meet_right : forall a b, flowsTo lat (meet lat a b) b = true;
  meet_greatest : forall a b c,
    flowsTo lat c a = true -> flowsTo lat c b = true -> flowsTo lat c (meet lat a b) = true;
  bottom_flows : forall a, flowsTo lat (bottom lat) a = true;
}.

Definition joinAll {L} (lat : Lattice L) (labels : list L) : L :=
  fold_left (join lat) labels (bottom lat).

Definition meetAll {L} (lat : Lattice L) (first : L) (labels : list L) : L :=
  fold_left (meet lat) labels first.

(** [chain]: levels by number. *)
Definition chain : Lattice nat :=
  {| bottom := 0; join := Nat.max; meet := Nat.min; flowsTo := Nat.leb |}.

Lemma chain_laws : Laws chain.
Proof.
  constructor; simpl; intros; rewrite ?Nat.leb_le in *; lia.
Qed.

(** [powerset]: the sources that influenced a value, a bit each. *)
Definition powerset : Lattice N :=
  {| bottom := 0%N; join := N.lor; meet := N.land;
     flowsTo := fun a b => N.eqb (N.ldiff a b) 0 |}.

Lemma ldiff_zero : forall a b,
  N.eqb (N.ldiff a b) 0 = true <->
  (forall n, N.testbit a n = true -> N.testbit b n = true).
Proof.
  intros a b. rewrite N.eqb_eq. split.
  - intros H n Ha. assert (Hn := f_equal (fun x => N.testbit x n) H). simpl in Hn.
    rewrite N.ldiff_spec, Ha in Hn. destruct (N.testbit b n); auto.
  - intros H. apply N.bits_inj. intros n. rewrite N.ldiff_spec, N.bits_0.
    specialize (H n). destruct (N.testbit a n); simpl; auto. rewrite H; auto.
Qed.

Lemma powerset_laws : Laws powerset.
Proof.
  constructor; simpl; intros; auto; repeat rewrite ldiff_zero in *; intros n; intros;
    rewrite ?N.lor_spec, ?N.land_spec, ?orb_true_iff, ?andb_true_iff, ?N.bits_0 in *;
    intuition (auto; discriminate).
Qed.

(** [readers]: who may read a value, a bit each; [None] is everyone. *)
Definition readers : Lattice (option N) :=
  {| bottom := None;
     join := fun a b => match a, b with
       | None, x | x, None => x
       | Some x, Some y => Some (N.land x y) end;
     meet := fun a b => match a, b with
       | None, _ | _, None => None
       | Some x, Some y => Some (N.lor x y) end;
     flowsTo := fun a b => match a, b with
       | None, _ => true
       | Some _, None => false
       | Some x, Some y => N.eqb (N.ldiff y x) 0 end |}.

Lemma readers_laws : Laws readers.
Proof.
  constructor; simpl; intros;
    repeat match goal with x : option N |- _ => destruct x end; auto; try discriminate;
    repeat rewrite ldiff_zero in *; intros bit; intros;
    rewrite ?N.lor_spec, ?N.land_spec, ?orb_true_iff, ?andb_true_iff, ?N.bits_0 in *;
    intuition (auto; discriminate).
Qed.

(** [product]: flows where both parts do. *)
Definition product {A B} (p : Lattice A) (q : Lattice B) : Lattice (A * B) :=
  {| bottom := (bottom p, bottom q);
     join := fun a b => (join p (fst a) (fst b), join q (snd a) (snd b));
     meet := fun a b => (meet p (fst a) (fst b), meet q (snd a) (snd b));
     flowsTo := fun a b => flowsTo p (fst a) (fst b) && flowsTo q (snd a) (snd b) |}.

Lemma product_laws : forall A B (p : Lattice A) (q : Lattice B),
  Laws p -> Laws q -> Laws (product p q).
Proof.
  intros A B p q P Q. destruct P, Q.
  constructor; simpl; intros; rewrite ?andb_true_iff in *; intuition eauto.
Qed.
