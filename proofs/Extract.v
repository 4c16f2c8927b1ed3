(** The model as an OCaml program. Three functions on strings are OCaml's own. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString ExtrOcamlNatInt.
From Sluice Require Import Lowering.

Extract Constant String.append => "(^)".
Extract Constant String.eqb => "String.equal".
Extract Constant endsWithColon =>
  "(fun s -> let n = String.length s in n > 0 && s.[n - 1] = ':')".
Extract Constant callsInReply => "1024".
(** In the order of the list, as JavaScript has it: the binding compares what is asked in order. *)
Extract Constant map => "List.map".
Extract Constant flat_map => "List.concat_map".

Extraction "build/model.ml" regions generate turnBy draftedBy lowerRegion.
