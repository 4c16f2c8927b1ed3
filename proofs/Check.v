(** What each theorem rests on: printed by `npm run proof`. *)
From Sluice Require Import Theorems.

Print Assumptions views.
Print Assumptions runs.
Print Assumptions turns.
Print Assumptions arguments.
Print Assumptions raising.
Print Assumptions rises.
Print Assumptions bits_.
Print Assumptions inner_.
Print Assumptions lattices.
