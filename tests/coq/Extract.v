(* The two checkers as a program in OCaml. Booleans, lists, options, pairs and texts become those of OCaml. Numbers stay
   what they are in Coq. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString FMapPositive.
From PerfectPlay Require Game Table Checker Mnk Graph.

Extraction Language OCaml.
Set Extraction Output Directory ".".
Extraction "checker.ml"
  Checker.add_line Mnk.mnk Mnk.start Mnk.read_line Mnk.key Mnk.check_table
  Graph.read_node Graph.read_row Graph.key Graph.check_table.
