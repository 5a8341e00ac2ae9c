(* Coq prints here what the theorems assume. Each must be "Closed under the global context": no axiom. *)

From PerfectPlay Require Game Table Checker Mnk Graph Tictactoe.

Print Assumptions Game.one_value.
Print Assumptions Game.one_score.
Print Assumptions Table.listed_moves_are_optimal.
Print Assumptions Table.table_is_right.
Print Assumptions Table.listed_moves_earn.
Print Assumptions Table.points_are_right.
Print Assumptions Table.without_circles_play_ends.
Print Assumptions Checker.accepted_is_right.
Print Assumptions Checker.check_covers.
Print Assumptions Mnk.accepted.
Print Assumptions Mnk.a_draw_fills_the_board.
Print Assumptions Graph.accepted.
Print Assumptions Graph.nodes_are_of_lines.
Print Assumptions Tictactoe.tictactoe_is_right.
Print Assumptions Tictactoe.misere_is_right.
