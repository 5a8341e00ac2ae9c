(* The dumps of tic-tac-toe and of its misère form, checked inside Coq. Dump.v and MisereDump.v are the lines that
   `dump` writes, and nothing else. *)

From PerfectPlay Require Import Game Table Checker Mnk Dump MisereDump.

(* [is_right]: for each reachable position there is a line, it says the right value, and a player who makes only listed moves
   gets it. That there is a listed move is checked, but it is not part of this statement. *)
Theorem tictactoe_is_right : is_right (mnk 3 3 3 false) Dump.lines.
Proof. apply accepted. vm_compute. reflexivity. Qed.

Theorem misere_is_right : is_right (mnk 3 3 3 true) MisereDump.lines.
Proof. apply accepted. vm_compute. reflexivity. Qed.
