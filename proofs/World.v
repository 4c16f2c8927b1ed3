(** The plain data of packages/core/src/spec/world.ts, and all that is not ours, as functions. *)
From Coq Require Export List Bool String PeanoNat Sorted.
From Sluice Require Export Lattice.
Export ListNotations.
Open Scope string_scope.
Open Scope list_scope.

Definition placeholder : string := "[redacted]".

(** Text and inner regions in order. *)
Inductive region (L : Type) :=
| Region (label : L) (quoted : bool) (pieces : body L)
with body (L : Type) :=
| End
| Text (text : string) (more : body L)
| Inner (inner : region L) (more : body L).
Arguments Region {L}. Arguments End {L}. Arguments Text {L}. Arguments Inner {L}.

Scheme region_mut := Induction for region Sort Prop
with body_mut := Induction for body Sort Prop.
Combined Scheme region_body_ind from region_mut, body_mut.

Definition labelOf {L} (r : region L) : L := match r with Region l _ _ => l end.

Definition whole {L} (label : L) (text : string) : region L :=
  Region label false (Text text End).

Fixpoint plain {L} (r : region L) : string :=
  match r with Region _ _ b => plainBody b end
with plainBody {L} (b : body L) : string :=
  match b with
  | End => ""
  | Text text more => text ++ plainBody more
  | Inner inner more => plain inner ++ plainBody more
  end.

Record parts (L : Type) := Parts { shape : L; inner : list (region L); failed : bool }.
Arguments Parts {L}. Arguments shape {L}. Arguments inner {L}. Arguments failed {L}.

Record call (L : Type) :=
  Call { c_tool : string; c_args : region L; c_own : parts L; c_result : parts L }.
Arguments Call {L}. Arguments c_tool {L}. Arguments c_args {L}. Arguments c_own {L}.
Arguments c_result {L}.

(** The text of an exchange always has its label, so it is a string here. *)
Record exchange (L : Type) :=
  Exchange { x_label : L; x_text : string; x_calls : list (call L); x_data : option L;
             x_lazy : bool }.
Arguments Exchange {L}. Arguments x_label {L}. Arguments x_text {L}. Arguments x_calls {L}.
Arguments x_data {L}. Arguments x_lazy {L}.

Inductive role := System | User.
Inductive entry (L : Type) := Message (r : role) (m : parts L) | Made (x : exchange L).
Arguments Message {L}. Arguments Made {L}.
Definition history (L : Type) := list (entry L).

Record shownCall :=
  ShownCall { s_tool : string; s_args : string; s_result : list string; s_failed : bool }.
Inductive shown :=
| ShownMessage (r : role) (texts : list string)
| ShownExchange (text : string) (calls : list shownCall).
Record view := View { v_tools : list string; v_entries : list shown }.

Record asked := Asked { a_tool : string; a_args : string }.
Record reply := Reply { r_text : string; r_calls : list asked; r_truncated : bool }.

(** [o_drafted]: the reply is the draft's own. *)
Record output (L : Type) :=
  Output { o_history : history L; o_label : L; o_reply : reply; o_data : option L;
           o_lazy : bool; o_failed : bool; o_drafted : bool }.
Arguments Output {L}. Arguments o_history {L}. Arguments o_label {L}. Arguments o_reply {L}.
Arguments o_data {L}. Arguments o_lazy {L}. Arguments o_failed {L}. Arguments o_drafted {L}.

Inductive violation := Ask | Block | Log.
(** [Ceiling None]: no label would do. *)
Inductive ruling (L : Type) :=
| Ceiling (ceiling : option L) (control : option L) (data : list (string * L))
    (otherwise : violation)
| Deny (why : string).
Arguments Ceiling {L}. Arguments Deny {L}.

Inductive relevance (L : Type) :=
| Regions (places : list nat) (unsourced : list (nat * string))
| AtLabel (label : L)
| Everything.
Arguments Regions {L}. Arguments AtLabel {L}. Arguments Everything {L}.

Record question (L : Type) :=
  Question { q_tool : string; q_args : string; q_label : L; q_control : option L }.
Arguments Question {L}. Arguments q_tool {L}. Arguments q_args {L}. Arguments q_label {L}.
Arguments q_control {L}.
(** [Yes same by]: [same] where the yes is to the very question that was shown. *)
Inductive answer := No | Silence | Yes (same : bool) (by_ : list string).

Record person (L : Type) := Person { p_clearance : L; p_ask : question L -> answer }.
Arguments p_clearance {L}. Arguments p_ask {L}.

(** A step with its label and, for each call or for the answer, why it was refused. *)
Record step (L : Type) := Step { st_label : L; st_refused : list (option string) }.
Arguments Step {L}. Arguments st_label {L}. Arguments st_refused {L}.
Record turn_ (L : Type) :=
  Turn { t_history : history L; t_failed : bool; t_steps : list (step L);
         t_answer : option string }.
Arguments Turn {L}. Arguments t_history {L}. Arguments t_failed {L}. Arguments t_steps {L}.
Arguments t_answer {L}.

Record declared (L : Type) :=
  Declared { d_name : string; d_text : string; d_hinted : string; d_label : L;
             d_vouched : bool }.
Arguments Declared {L}. Arguments d_name {L}. Arguments d_text {L}. Arguments d_hinted {L}.
Arguments d_label {L}. Arguments d_vouched {L}.

Inductive structure := Keep | Drop.
Inductive asking := Nothing | AtPropagator | AtCeiling.
Record shortcuts :=
  Shortcuts { allowedDraft : bool; lazyReads : bool; beforeAsking : asking; staging : bool }.

(** The policy, the model, the propagator, the person and the tools, as pure functions. *)
Record SpecWorld (L : Type) := {
  lattice : Lattice L;
  tools : list (declared L);
  mode : structure;
  (** [None]: a draft is never the output. *)
  cuts : option shortcuts;
  maxSteps : nat;
  maxRefusals : nat;
  maxCalls : nat;
  clearance : L;
  needsDraft : bool;
  model : view -> option reply;
  relevant : history L -> option reply -> relevance L;
  ruleCall : string -> string -> ruling L;
  ruleAnswer : string -> ruling L;
  inert : string -> option string;
  isRead : string -> bool;
  resultFloor : string -> L;
  whoIsAsked : option (person L);
  dutyOf : L -> option (list string);
  canonical : string -> option string;
  members : string -> option (list (string * string));
  (** A name as JSON writes it. *)
  quote : string -> string;
  holdsPlaceholder : string -> bool;
  dataOf : string -> list string;
  (** The tool that wrote, the label of what it wrote, the tool that reads. *)
  readBack : string -> L -> string -> L;
  execute : string -> string -> parts L;
}.
Arguments lattice {L}. Arguments tools {L}. Arguments mode {L}. Arguments cuts {L}.
Arguments maxSteps {L}. Arguments maxRefusals {L}. Arguments maxCalls {L}.
Arguments clearance {L}. Arguments needsDraft {L}. Arguments model {L}. Arguments relevant {L}.
Arguments ruleCall {L}. Arguments ruleAnswer {L}. Arguments inert {L}. Arguments isRead {L}.
Arguments resultFloor {L}. Arguments whoIsAsked {L}. Arguments dutyOf {L}.
Arguments canonical {L}. Arguments members {L}. Arguments quote {L}.
Arguments holdsPlaceholder {L}. Arguments dataOf {L}. Arguments readBack {L}.
Arguments execute {L}.

Definition flows {L} (w : SpecWorld L) : L -> L -> bool := flowsTo (lattice w).

(** True if the policy names the tool, so that its name is structure. *)
Definition isVouched {L} (w : SpecWorld L) (tool : string) : bool :=
  existsb (fun t => d_vouched t && String.eqb (d_name t) tool) (tools w).

(** True if a view at [l] names the tool. *)
Definition isNamed {L} (w : SpecWorld L) (tool : string) (l : L) : bool :=
  existsb (fun t => String.eqb (d_name t) tool && (d_vouched t || flows w (d_label t) l))
    (tools w).

(** So many calls in one reply are no reply. *)
Definition callsInReply : nat := 1024.

(** [None]: the model says nothing to use. *)
Definition replyTo {L} (w : SpecWorld L) (v : view) : option reply :=
  match model w v with
  | Some r => if Nat.ltb (List.length (r_calls r)) callsInReply then Some r else None
  | None => None
  end.

Definition isNil {A} (l : list A) : bool := match l with [] => true | _ => false end.

(** True if an output may stand in the draft's stead: it ends no run that the draft would not. *)
Definition goesOn {L} (draft other : output L) : bool :=
  isNil (r_calls (o_reply draft)) || negb (isNil (r_calls (o_reply other))).

Definition tried {L} (x : exchange L) : exchange L :=
  Exchange (x_label x) (x_text x) (x_calls x) (x_data x) false.

Definition isTriedAt {L} (h : history L) (at_ : nat) : bool :=
  match nth_error h at_ with Some (Made x) => negb (x_lazy x) | _ => false end.

(** Marks the reads of [h] that were tried in [other]. *)
Fixpoint markTried {L} (other : history L) (at_ : nat) (h : history L) : history L :=
  match h with
  | [] => []
  | Made x :: more =>
      Made (if isTriedAt other at_ then tried x else x) :: markTried other (S at_) more
  | message :: more => message :: markTried other (S at_) more
  end.

Definition failedAfter {L} (draft : output L) (other : history L) : output L :=
  Output (markTried other 0 (o_history draft)) (o_label draft) (o_reply draft) (o_data draft)
    (o_lazy draft) true (o_drafted draft).

Definition outputWith {L} (o : output L) (h : history L) : output L :=
  Output h (o_label o) (o_reply o) (o_data o) (o_lazy o) (o_failed o) (o_drafted o).
