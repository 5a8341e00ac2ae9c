(* The m,n,k-games: their rules, and a checker of their dumps. *)

From Coq Require Import List ZArith FMapPositive Ascii String Bool Lia.
From PerfectPlay Require Import Game Table Checker.
Import ListNotations.

(* The rules. A board is a list of cells, row by row. *)

Definition cell := option player.
Definition board := list cell.

Record rules := {
  cells : nat;
  lines : list (list nat);  (* the cells of each line *)
  misere : bool             (* a line loses *)
}.

(* k in a row on n rows of m columns: to the right, down, and diagonally down to the right and to the left. *)
Definition mnk (m n k : nat) (misere : bool) : rules := {|
  cells := m * n;
  misere := misere;
  lines :=
    flat_map (fun row => flat_map (fun column =>
      let line (fits : bool) at_ := if fits then [map at_ (seq 0 k)] else [] in
      let right_ := column + k <=? m in
      let down := row + k <=? n in
      let left := k <=? column + 1 in
      line right_ (fun i => row * m + (column + i))
      ++ line down (fun i => (row + i) * m + column)
      ++ line (right_ && down) (fun i => (row + i) * m + (column + i))
      ++ line (left && down) (fun i => (row + i) * m + (column - i)))
    (seq 0 m)) (seq 0 n)
|}.

Definition is_mark a (c : cell) := match c with Some b => same a b | None => false end.

(* X moves first, and each mark passes the turn. *)
Fixpoint mover (b : board) :=
  match b with
  | [] => Cross
  | None :: rest => mover rest
  | Some _ :: rest => other (mover rest)
  end.

(* Whether the player who moved last has a line. *)
Definition has_line r b :=
  let a := other (mover b) in existsb (forallb (fun i => is_mark a (nth i b None))) (lines r).

(* Every empty cell, and the board with a mark on it. *)
Fixpoint placed a (b : board) : list (nat * board) :=
  match b with
  | [] => []
  | c :: rest =>
    let others := map (fun m => (S (fst m), c :: snd m)) (placed a rest) in
    match c with None => (0, Some a :: rest) :: others | Some _ => others end
  end.

Definition mnk_game r : game := {|
  position := board;
  to_move := mover;
  moves := fun b => if has_line r b then [] else placed (mover b) b;
  points := fun b => if has_line r b then if misere r then 1 else -1 else 0
|}%Z.

Definition start r : board := repeat None (cells r).

(* A draw lasts until the board is full. *)

Definition is_empty (c : cell) := match c with None => true | Some _ => false end.

Definition empty b := List.length (filter is_empty b).

Lemma placed_takes_a_cell a b : forall m c, In (m, c) (placed a b) -> empty b = S (empty c).
Proof.
  induction b as [| x b IH]; simpl; [contradiction |]. intros m c i.
  assert (rest : In (m, c) (map (fun m => (S (fst m), x :: snd m)) (placed a b)) ->
    empty (x :: b) = S (empty c)).
  { intro j. apply in_map_iff in j. destruct j as [[n d] [eq j]]. injection eq as <- <-.
    specialize (IH _ _ j). unfold empty in *. simpl. destruct (is_empty x); simpl; lia. }
  destruct x as [y |]; [now apply rest |]. destruct i as [eq | i]; [| now apply rest].
  now injection eq as <- <-.
Qed.

Lemma placed_is_nil a b : placed a b = [] <-> empty b = 0.
Proof.
  induction b as [| [y |] b IH]; simpl; [easy | | easy].
  change (empty (Some y :: b)) with (empty b). rewrite <- IH. now destruct (placed a b).
Qed.

Theorem a_draw_fills_the_board r b (f : nat -> position (mnk_game r)) :
  play b f -> (forall i a, ~ won a (f i)) ->
  over (f (empty b)) /\ forall i, i < empty b -> ~ over (f i).
Proof.
  remember (empty b) as n eqn:e. revert b f e.
  induction n as [| n IH]; intros b f e pf none.
  - split; [| lia]. destruct pf as [z _]. rewrite z. unfold over. simpl.
    destruct (has_line r b); [reflexivity | now apply placed_is_nil].
  - assert (going : ~ over (f 0)).
    { destruct pf as [z _]. rewrite z. intro o. unfold over in o. simpl in o. destruct (has_line r b) eqn:h.
      - assert (exists a, won a (f 0)) as [a w]; [| now apply (none 0 a)].
        exists (if misere r then mover b else other (mover b)).
        rewrite z. unfold won, over, gain. simpl. rewrite h. split; [reflexivity |].
        now destruct (misere r), (mover b).
      - apply placed_is_nil in o. congruence. }
    assert (child (g := mnk_game r) (f 1) b) as [m i].
    { destruct pf as [z steps]. rewrite <- z. destruct (steps 0) as [[o _] | c]; [contradiction | exact c]. }
    simpl in i. destruct (has_line r b); [contradiction |]. apply placed_takes_a_cell in i.
    destruct (IH (f 1) (fun i => f (S i))) as [o earlier]; [lia | now apply (play_goes_on (mnk_game r) b) | |].
    + intros j a. apply none.
    + split; [exact o |]. intros [| j] lt; [exact going | apply earlier; lia].
Qed.

(* The key of a board in a table. *)

Fixpoint board_key (b : board) : positive :=
  match b with
  | [] => xH
  | None :: rest => xO (xO (board_key rest))
  | Some Cross :: rest => xO (xI (board_key rest))
  | Some Nought :: rest => xI (xO (board_key rest))
  end.

Fixpoint decode (k : positive) : board :=
  match k with
  | xO (xO k) => None :: decode k
  | xO (xI k) => Some Cross :: decode k
  | xI (xO k) => Some Nought :: decode k
  | _ => []
  end.

Lemma decoded b : decode (board_key b) = b.
Proof. induction b as [| [[|] |] b IH]; simpl; now rewrite ?IH. Qed.

(* A line of `dump --columns board,outcome,remoteness,optimal_moves`, for example `X.X......,win,3,1`. *)

Definition read_cell a : option cell :=
  if Ascii.eqb a "." then Some None
  else if Ascii.eqb a "X" then Some (Some Cross)
  else if Ascii.eqb a "O" then Some (Some Nought)
  else None.

Fixpoint read_board s : option board :=
  match s with
  | EmptyString => Some []
  | String a rest =>
    match read_cell a, read_board rest with Some c, Some b => Some (c :: b) | _, _ => None end
  end.

(* The remoteness of a draw is the number of empty cells. *)
Definition read_line line : option (board * entry value) :=
  match split "," line with
  | [cells; outcome; remoteness; optimal] =>
    match read_board cells with
    | Some b =>
      let of_draw s := match number s with Some n => N.eqb n (N.of_nat (empty b)) | None => false end in
      option_map (pair b) (read_entry of_draw outcome remoteness optimal)
    | None => None
    end
  | _ => None
  end.

(* The parts of the checker, for a program that reads line by line. *)
Definition add_board : board * entry value -> _ := add _ _ board_key.
Definition check_board r t (b : board) e := check_at (mnk_game r) board_key t b e.
Definition check_boards r t := check (mnk_game r) board_key decode t (start r).

Definition check_dump r lines := check_lines (mnk_game r) board_key decode read_line lines (start r).

(* The dump is right at each reachable position. *)
Definition is_right r lines :=
  forall b, reachable (g := mnk_game r) (start r) b -> is_right_at (mnk_game r) read_line lines b.

Theorem accepted r lines : check_dump r lines = true -> is_right r lines.
Proof. intros c b. exact (accepted_is_right (mnk_game r) board_key decode decoded read_line lines (start r) b c). Qed.
