(* Games written as graphs, and a checker of their tables. *)

From Coq Require Import List ZArith FMapPositive Ascii String Bool.
From PerfectPlay Require Import Game Table Checker.
Import ListNotations.

(* The rules of a game as data: a node for each position. *)

Record node := { side : player; result : Z; children : list positive }.

(* A position is the number of its line, from 1. The number of a move is its place among the moves, from 0. *)
Definition graph_game (nodes : Map.t node) : game := {|
  position := positive;
  to_move := fun p => match Map.find p nodes with Some n => side n | None => Cross end;
  moves := fun p => match Map.find p nodes with
                    | Some n => combine (seq 0 (List.length (children n))) (children n)
                    | None => []
                    end;
  points := fun p => match Map.find p nodes with Some n => result n | None => 0%Z end
|}.

(* A line of `graph_lines.py`: the number of the position, the side to move, the outcome if the game is over, and the
   numbers of the children; then outcome, remoteness and optimal moves by the table. For example `1,X,,2 3,win,1,0` or
   `3,O,loss,,loss,0,`. *)

Definition read_position s := match number s with Some (Npos p) => Some p | _ => None end.

Definition read_side s :=
  if String.eqb s "X" then Some Cross else if String.eqb s "O" then Some Nought else None.

Definition read_result s :=
  if String.eqb s "win" then Some 1%Z
  else if String.eqb s "draw" then Some 0%Z
  else if String.eqb s "loss" then Some (-1)%Z
  else None.

(* A position has either moves or an end. *)
Definition read_node line : option (positive * node) :=
  match split "," line with
  | [name; side_; end_; children_; _; _; _] =>
    match read_position name, read_side side_, all_of (map read_position (words children_)), read_result end_ with
    | Some p, Some a, Some [], Some k => Some (p, {| side := a; result := k; children := [] |})
    | Some p, Some a, Some (c :: cs), None =>
      if String.eqb end_ "" then Some (p, {| side := a; result := 0; children := c :: cs |}) else None
    | _, _, _, _ => None
    end
  | _ => None
  end.

Definition read_row line : option (positive * entry value) :=
  match split "," line with
  | [name; _; _; _; outcome; remoteness; optimal] =>
    match read_position name with
    | Some p => option_map (pair p) (read_entry (fun s => String.eqb s "") outcome remoteness optimal)
    | None => None
    end
  | _ => None
  end.

Definition number_key (p : positive) := p.

(* The parts of the checker, for a program that reads line by line. *)
Definition add_node : positive * node -> _ := add _ _ number_key.
Definition add_entry : positive * entry value -> _ := add _ _ number_key.
Definition check_position nodes t (p : positive) e := check_at (graph_game nodes) number_key t p e.
Definition check_graph nodes t := check (graph_game nodes) number_key number_key t 1%positive.

Definition load_nodes := load positive _ number_key read_node.

Definition check_dump lines :=
  match load_nodes lines with
  | Some nodes => check_lines (graph_game nodes) number_key number_key read_row lines 1%positive
  | None => false
  end.

(* The game that the lines describe. *)
Theorem nodes_are_of_lines lines nodes :
  load_nodes lines = Some nodes ->
  forall p n, Map.find p nodes = Some n <-> exists line, In line lines /\ read_node line = Some (p, n).
Proof. intro l. exact (load_is_faithful _ _ number_key read_node (fun p q same_ => same_) _ _ l). Qed.

(* The table is right at each reachable position. *)
Definition is_right lines := exists nodes,
  load_nodes lines = Some nodes /\
  forall p, reachable (g := graph_game nodes) 1%positive p -> is_right_at (graph_game nodes) read_row lines p.

Theorem accepted lines : check_dump lines = true -> is_right lines.
Proof.
  unfold check_dump, is_right. destruct (load_nodes lines) as [nodes |]; [| discriminate].
  intro c. exists nodes. split; [reflexivity |]. intro p.
  exact (accepted_is_right (graph_game nodes) number_key number_key (fun q => eq_refl) read_row lines 1%positive p c).
Qed.
