(* What a game is, and what it means that a position is won in n plies, drawn, or worth some points.

   Everything here is said with plays and strategies. Nothing refers to a table or to an equation between a position and
   its children: whoever believes these definitions can believe the theorems of Table.v. *)

From Coq Require Import List ZArith Lia.
Import ListNotations.

Inductive player := Cross | Nought.

Definition other a := match a with Cross => Nought | Nought => Cross end.

Definition same a b :=
  match a, b with Cross, Cross | Nought, Nought => true | _, _ => false end.

(* A move is a number and the position after the move. A game is over in a position without moves. [points] matter only
   there: they are what the side to move wins. In a game for wins alone, they are 1, 0 or -1. The players need not take
   turns, because any position may have any side to move. Play may repeat positions. *)
Record game := {
  position : Type;
  to_move : position -> player;
  moves : position -> list (nat * position);
  points : position -> Z
}.

Section Definitions.

Variable g : game.
Notation pos := (position g).

Definition over (p : pos) := moves g p = [].

Definition child (c p : pos) := exists m, In (m, c) (moves g p).

(* What a player wins by the end of the game. *)
Definition gain a (p : pos) : Z := if same (to_move g p) a then points g p else - points g p.

Definition won a (p : pos) := over p /\ (0 < gain a p)%Z.

Inductive reachable (start : pos) : pos -> Prop :=
| at_start : reachable start start
| after_move p c : reachable start p -> child c p -> reachable start c.

(* A play goes on for ever. When the game is over, it stands still. *)
Definition play (p : pos) (f : nat -> pos) :=
  f 0 = p /\ forall i, (over (f i) /\ f (S i) = f i) \/ child (f (S i)) (f i).

(* The positions before the i-th, the latest first. *)
Fixpoint history (f : nat -> pos) i :=
  match i with 0 => [] | S j => f j :: history f j end.

(* A strategy may remember everything that was played. It says to which position a player moves. *)
Definition strategy := list pos -> pos -> pos.

Definition legal a (s : strategy) :=
  forall h p, to_move g p = a -> ~ over p -> child (s h p) p.

Definition follows a (s : strategy) f :=
  forall i, to_move g (f i) = a -> ~ over (f i) -> f (S i) = s (history f i) (f i).

(* The player has a strategy, and whatever the opponent plays, something is true of the play. *)
Definition can_force a (p : pos) (goal : (nat -> pos) -> Prop) :=
  exists s, legal a s /\ forall f, play p f -> follows a s f -> goal f.

Definition wins_within n a p := can_force a p (fun f => exists i, i <= n /\ won a (f i)).

Definition never_loses a p := can_force a p (fun f => forall i, ~ won (other a) (f i)).

Definition earns k a p := can_force a p (fun f => exists i, over (f i) /\ (k <= gain a (f i))%Z).

(* The values of a table, for the side to move. *)
Inductive value := Win (plies : nat) | Draw | Loss (plies : nat).

Definition wins_in n a p := wins_within n a p /\ forall m, wins_within m a p -> n <= m.

Definition right (p : pos) v :=
  match v with
  | Win n => wins_in n (to_move g p) p
  | Draw => never_loses Cross p /\ never_loses Nought p
  | Loss n => wins_in n (other (to_move g p)) p
  end.

(* The side to move can get at least these points, and the opponent can see to it that it gets no more. *)
Definition right_points (p : pos) k :=
  earns k (to_move g p) p /\ earns (- k) (other (to_move g p)) p.

(* Every play comes to an end. *)
Definition ends (p : pos) := forall f, play p f -> exists i, over (f i).

(* The definitions leave no choice: a position has at most one right value. *)

Lemma over_or_not p : over p \/ ~ over p.
Proof. unfold over. destruct (moves g p); [now left | right; discriminate]. Qed.

Lemma one_or_other a b : a = b \/ a = other b.
Proof. destruct a, b; auto. Qed.

Lemma gain_of_other a p : gain (other a) p = (- gain a p)%Z.
Proof. unfold gain. destruct (to_move g p), a; simpl; lia. Qed.

Lemma play_goes_on p f : play p f -> play (f 1) (fun i => f (S i)).
Proof. intros [_ steps]. split; [reflexivity | intro i; apply steps]. Qed.

Lemma stands_still p f i : play p f -> over (f i) -> forall k, f (k + i) = f i.
Proof.
  intros [_ steps] o k. induction k as [| k IH]; [reflexivity |].
  destruct (steps (k + i)) as [[_ e] | [m inm]]; [now rewrite <- IH |].
  rewrite IH in inm. unfold over in o. rewrite o in inm. contradiction.
Qed.

(* Both players' strategies together make a play. *)
Lemma meet a p s t :
  legal a s -> legal (other a) t -> exists f, play p f /\ follows a s f /\ follows (other a) t f.
Proof.
  intros ls lt.
  pose (next h p := match moves g p with
                    | [] => p
                    | _ => if same (to_move g p) a then s h p else t h p
                    end).
  pose (state := fix state i :=
    match i with
    | 0 => ([], p)
    | S j => let (h, q) := state j in (q :: h, next h q)
    end).
  pose (f i := snd (state i)).
  assert (past : forall i, fst (state i) = history f i).
  { induction i as [| i IH]; [reflexivity |].
    simpl. rewrite <- IH. unfold f. now destruct (state i). }
  assert (step : forall i, f (S i) = next (history f i) (f i)).
  { intro i. rewrite <- past. unfold f. simpl. now destruct (state i). }
  assert (moving : forall i, ~ over (f i) ->
    f (S i) = if same (to_move g (f i)) a then s (history f i) (f i) else t (history f i) (f i)).
  { intros i o. rewrite step. unfold next, over in *. now destruct (moves g (f i)). }
  exists f. repeat split.
  - intro i. destruct (over_or_not (f i)) as [o | o].
    + left. split; [exact o |]. rewrite step. unfold next. now rewrite o.
    + right. rewrite (moving i o). destruct (to_move g (f i)) eqn:m, a; simpl;
        (now apply ls) || (now apply lt).
  - intros i m o. rewrite (moving i o), m. now destruct a.
  - intros i m o. rewrite (moving i o), m. now destruct a.
Qed.

Lemma both_force a p A B :
  can_force a p A -> can_force (other a) p B -> exists f, play p f /\ A f /\ B f.
Proof.
  intros [s [ls fs]] [t [lt ft]].
  destruct (meet a p s t ls lt) as [f [pf [ff gf]]].
  exists f. auto.
Qed.

Lemma over_once p f i j : play p f -> over (f i) -> over (f j) -> f i = f j.
Proof.
  intros pf oi oj.
  rewrite <- (stands_still p f i pf oi j), <- (stands_still p f j pf oj i). f_equal. lia.
Qed.

Lemma not_both_win n m a p : wins_within n a p -> ~ wins_within m (other a) p.
Proof.
  intros A B. destruct (both_force _ _ _ _ A B) as [f [pf [[i [_ [oi wi]]] [j [_ [oj wj]]]]]].
  rewrite (over_once p f i j pf oi oj), gain_of_other in *. lia.
Qed.

Lemma no_win_in_a_draw n a p : wins_within n a p -> ~ never_loses (other a) p.
Proof.
  intros A B. destruct (both_force _ _ _ _ A B) as [f [_ [[i [_ w]] no]]].
  apply (no i). now destruct a.
Qed.

Theorem one_value p v w : right p v -> right p w -> v = w.
Proof.
  assert (soonest : forall n m a, wins_in n a p -> wins_in m a p -> n = m).
  { intros n m a [A A'] [B B']. specialize (A' _ B). specialize (B' _ A). lia. }
  assert (one_winner : forall n m a, wins_in n a p -> wins_in m (other a) p -> False).
  { intros n m a [A _] [B _]. now apply (not_both_win n m a p A). }
  assert (no_winner : forall n a, wins_in n a p -> never_loses Cross p /\ never_loses Nought p -> False).
  { intros n a [A _] [x o]. apply (no_win_in_a_draw n a p A). now destruct a. }
  destruct v, w; simpl; intros A B; auto; try (f_equal; eauto; fail); exfalso; eauto.
Qed.

Theorem one_score p k l : right_points p k -> right_points p l -> k = l.
Proof.
  assert (le : forall k l, right_points p k -> right_points p l -> (k <= l)%Z).
  { intros i j [A _] [_ B].
    destruct (both_force _ _ _ _ A B) as [f [pf [[x [ox gx]] [y [oy gy]]]]].
    rewrite (over_once p f x y pf ox oy), gain_of_other in *. lia. }
  intros A B. apply Z.le_antisymm; auto.
Qed.

End Definitions.

Arguments over {g}.
Arguments child {g}.
Arguments gain {g}.
Arguments won {g}.
Arguments reachable {g}.
Arguments play {g}.
Arguments history {g}.
Arguments legal {g}.
Arguments follows {g}.
Arguments can_force {g}.
Arguments wins_within {g}.
Arguments never_loses {g}.
Arguments earns {g}.
Arguments wins_in {g}.
Arguments right {g}.
Arguments right_points {g}.
Arguments ends {g}.
