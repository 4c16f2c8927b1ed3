(** What each theorem rests on: printed by `npm run proof`. *)
From Sluice Require Import Theorems Counterexamples Later.

Print Assumptions views.
Print Assumptions runs.
Print Assumptions turns.
Print Assumptions sessions.
Print Assumptions arguments.
Print Assumptions raising.
Print Assumptions rises.
Print Assumptions bits_.
Print Assumptions inner_.
Print Assumptions lattices.
Print Assumptions view_above_differs.
Print Assumptions shape_is_needed.
Print Assumptions laws_are_needed.
Print Assumptions choices_are_needed.
Print Assumptions results_are_needed.
Print Assumptions tools_are_needed.
Print Assumptions raising_is_a_choice.
Print Assumptions order_is_needed.
Print Assumptions keep_is_needed.
Print Assumptions hint_is_needed.
Print Assumptions handles_tell_nothing.
Print Assumptions uses_agree.
Print Assumptions promise_is_needed.
Print Assumptions presence_is_needed.
Print Assumptions handle_is_needed.
Print Assumptions state_is_needed.
Print Assumptions no_text_is_a_handle.
Print Assumptions chosen_unread.
Print Assumptions shapes_counted.
Print Assumptions fetches_counted.
Print Assumptions fetches_all.
Print Assumptions put_is_checked.
Print Assumptions duplicates_are_needed.
Print Assumptions typed_in_range.
Print Assumptions typed_counted.
