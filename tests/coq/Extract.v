(* The two checkers as a program in OCaml. Booleans, lists, options, pairs and texts become those of OCaml. Numbers stay
   what they are in Coq. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString FMapPositive.
From PerfectPlay Require Game Table Checker Mnk Graph.

Extraction Language OCaml.
Set Warnings "-extraction-opaque-accessed".
Extraction "checker.ml" Mnk.mnk Mnk.read_line Mnk.add_board Mnk.check_board Mnk.check_boards Mnk.board_key
  Graph.read_node Graph.read_row Graph.add_node Graph.add_entry Graph.check_position Graph.check_graph Graph.number_key.
