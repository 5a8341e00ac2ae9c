(* The proof of a table: the conditions that `verify` checks at each position make every value right. *)

From Coq Require Import List ZArith Lia.
From PerfectPlay Require Import Game.
Import ListNotations.

(* An entry: the value of a position, and its optimal moves. *)
Record entry (V : Type) := { value_of : V; listed : list nat }.
Arguments value_of {V}.
Arguments listed {V}.

(* The conditions. They are the same for outcomes and for points; what differs is given by four functions. *)
Section Conditions.

Variables (g : game) (V : Type).
Notation pos := (position g).
Variables
  (at_the_end : pos -> V)        (* the value of a position where the game is over *)
  (seen : pos -> pos -> V -> V)  (* [seen p c v]: the value v of a child c for the side to move in p, one ply earlier *)
  (at_most : V -> V -> bool)     (* the order of values for the side to move *)
  (table : pos -> option (entry V)).

(* The entry of a position follows from the entries of its children: no child is better, one is as good, and exactly the
   moves to such children are listed. *)
Definition follows_from p e :=
  (over p -> value_of e = at_the_end p) /\
  (~ over p ->
    (forall m c, In (m, c) (moves g p) -> exists e',
      table c = Some e' /\
      at_most (seen p c (value_of e')) (value_of e) = true /\
      (In m (listed e) <-> seen p c (value_of e') = value_of e)) /\
    (exists m c, In (m, c) (moves g p) /\ In m (listed e))).

Definition consistent := forall p e, table p = Some e -> follows_from p e.

Lemma reachable_is_held start p :
  consistent -> table start <> None -> reachable start p -> exists e, table p = Some e.
Proof.
  intros ok held r. induction r as [| p c r [e t] [m i]].
  - destruct (table start) as [e |]; [eauto | contradiction].
  - destruct (over_or_not g p) as [o | o]; [unfold over in o; rewrite o in i; contradiction |].
    destruct (ok p e t) as [_ next]. destruct (next o) as [all _].
    destruct (all m c i) as [e' [t' _]]. eauto.
Qed.

(* A move from p to c is listed. *)
Definition optimal p c :=
  exists m e, In (m, c) (moves g p) /\ table p = Some e /\ In m (listed e).

(* In this play, a player only makes listed moves. *)
Definition plays_listed a f :=
  forall i, to_move g (f i) = a -> ~ over (f i) -> optimal (f i) (f (S i)).

Lemma listed_goes_on a f : plays_listed a f -> plays_listed a (fun i => f (S i)).
Proof. intros l i. apply l. Qed.

(* The strategy that takes the first listed move. Where the table has no entry, it takes the first move. *)
Definition first_listed (_ : list pos) p :=
  let mem m l := existsb (Nat.eqb m) l in
  let liked m := match table p with Some e => mem (fst m) (listed e) | None => true end in
  match find liked (moves g p) with Some m => snd m | None => p end.

Lemma first_listed_is_optimal h p e :
  consistent -> table p = Some e -> ~ over p -> optimal p (first_listed h p).
Proof.
  intros ok t o. destruct (ok p e t) as [_ next]. destruct (next o) as [_ [m [c [i l]]]].
  unfold first_listed. rewrite t.
  destruct (find _ (moves g p)) as [[n d] |] eqn:found.
  - apply find_some in found. destruct found as [j k]. apply existsb_exists in k.
    destruct k as [x [inx eq]]. simpl in eq. apply Nat.eqb_eq in eq. subst x.
    exists n, e. auto.
  - apply (find_none _ _ found) in i. simpl in i.
    assert (existsb (Nat.eqb m) (listed e) = true); [| congruence].
    apply existsb_exists. exists m. now rewrite Nat.eqb_refl.
Qed.

Lemma first_listed_is_legal a : consistent -> legal a first_listed.
Proof.
  intros ok h p _ o. destruct (table p) as [e |] eqn:t.
  - destruct (first_listed_is_optimal h p e ok t o) as [m [_ [i _]]]. now exists m.
  - unfold first_listed, over, child in *. rewrite t.
    destruct (moves g p) as [| [m c] rest]; [contradiction |]. exists m. now left.
Qed.

(* If listed moves bring about a goal from p, a player can force it. *)
Lemma listed_moves_force a p e (goal : (nat -> pos) -> Prop) :
  consistent -> table p = Some e ->
  (forall f, play p f -> plays_listed a f -> goal f) -> can_force a p goal.
Proof.
  intros ok t reach. exists first_listed. split; [now apply first_listed_is_legal |].
  intros f pf ff. apply (reach f pf). intros i m o. rewrite (ff i m o).
  assert (held : table (f i) <> None).
  { destruct pf as [z steps]. clear m o. induction i as [| i IH]; [congruence |].
    destruct (steps i) as [[_ s] | [m inm]]; [congruence |].
    destruct (table (f i)) as [d |] eqn:td; [| contradiction].
    destruct (over_or_not g (f i)) as [o | o]; [unfold over in o; rewrite o in inm; contradiction |].
    destruct (ok _ _ td) as [_ next]. destruct (next o) as [all _].
    destruct (all _ _ inm) as [e' [t' _]]. congruence. }
  destruct (table (f i)) as [d |] eqn:td; [| contradiction].
  now apply first_listed_is_optimal with d.
Qed.

End Conditions.

Arguments consistent {g V}.
Arguments optimal {g V}.
Arguments plays_listed {g V}.

(* Games for wins: outcome and remoteness. *)
Section Outcomes.

Variable g : game.
Notation pos := (position g).

Definition turn v := match v with Win n => Loss n | Draw => Draw | Loss n => Win n end.

Definition later v := match v with Win n => Win (S n) | Draw => Draw | Loss n => Loss (S n) end.

Definition for_player a p v := if same (to_move g p) a then v else turn v.

Definition outcome_at_the_end (p : pos) :=
  match (points g p ?= 0)%Z with Gt => Win 0 | Eq => Draw | Lt => Loss 0 end.

Definition seen_outcome (p c : pos) v := for_player (to_move g p) c (later v).

(* A winner hurries, a loser delays. *)
Definition at_most_outcome v w :=
  match v, w with
  | Win m, Win n => n <=? m
  | Loss m, Loss n => m <=? n
  | Win _, _ | Draw, Loss _ => false
  | _, _ => true
  end.

Variable table : pos -> option (entry value).
Hypothesis ok : consistent outcome_at_the_end seen_outcome at_most_outcome table.

Lemma won_at_the_end a p e :
  table p = Some e -> over p ->
  (for_player a p (value_of e) = Win 0 <-> won a p) /\ (forall n, for_player a p (value_of e) = Win n -> n = 0).
Proof.
  intros t o. destruct (ok p e t) as [end_ _]. rewrite (end_ o).
  unfold won, gain, for_player, outcome_at_the_end.
  destruct (Z.compare_spec (points g p) 0), (same (to_move g p) a); simpl;
    (split; [split; [| intros [_ ?]] | intros n q]); try discriminate; try lia; try (split; [exact o | lia]); congruence.
Qed.

(* One move that is listed, or any move of the opponent, keeps the value of a position for a player. *)
Lemma kept a p c e :
  table p = Some e -> ~ over p -> child c p -> (to_move g p = a -> optimal table p c) ->
  exists e', table c = Some e' /\
    at_most_outcome (for_player a p (value_of e)) (later (for_player a c (value_of e'))) = true.
Proof.
  intros t o [m i] best. destruct (ok p e t) as [_ next]. destruct (next o) as [all _].
  assert (exists e', table c = Some e' /\
    at_most_outcome (seen_outcome p c (value_of e')) (value_of e) = true /\
    (to_move g p = a -> seen_outcome p c (value_of e') = value_of e)) as [e' [t' [le eq]]].
  { destruct (one_or_other (to_move g p) a) as [mine | his].
    - destruct (best mine) as [n [d [inn [td l]]]]. destruct (all n c inn) as [e' [t' [le listed_]]].
      exists e'. repeat split; auto. intros _. apply listed_. congruence.
    - destruct (all m c i) as [e' [t' [le _]]]. exists e'. repeat split; auto.
      intro mine. rewrite mine in his. now destruct a. }
  exists e'. split; [exact t' |]. unfold for_player, seen_outcome, for_player in *.
  destruct a, (to_move g p), (to_move g c), (value_of e) as [x | | x], (value_of e') as [y | | y]; simpl in *;
    auto; try discriminate; try (specialize (eq eq_refl); congruence);
    try (specialize (eq eq_refl); injection eq; intros; subst; apply Nat.leb_refl).
Qed.

Lemma next_position a p f e :
  play p f -> plays_listed table a f -> table p = Some e -> ~ over p ->
  exists e', table (f 1) = Some e' /\
    at_most_outcome (for_player a p (value_of e)) (later (for_player a (f 1) (value_of e'))) = true.
Proof.
  intros [z steps] l t o. rewrite <- z in *. apply kept; auto.
  destruct (steps 0) as [[x _] | c]; [contradiction | exact c].
Qed.

Lemma listed_moves_win k : forall n a p f e,
  play p f -> plays_listed table a f -> table p = Some e ->
  for_player a p (value_of e) = Win n -> n <= k -> exists i, i <= n /\ won a (f i).
Proof.
  induction k as [| k IH]; intros n a p f e pf l t v le;
    (destruct (over_or_not g p) as [o | o];
     [destruct (won_at_the_end a p e t o) as [w zero]; specialize (zero _ v); subst n;
      exists 0; split; [lia |]; destruct pf as [z _]; rewrite z; now apply w |]);
    destruct (next_position a p f e pf l t o) as [e' [t' kept_]]; rewrite v in kept_;
    destruct (for_player a (f 1) (value_of e')) as [m | | m] eqn:v'; simpl in kept_; try discriminate;
    destruct n as [| n]; try discriminate; apply Nat.leb_le in kept_; [lia |].
  destruct (IH m a (f 1) (fun i => f (S i)) e') as [i [b w]]; auto.
  - now apply play_goes_on with p.
  - now apply listed_goes_on.
  - lia.
  - exists (S i). split; [lia | exact w].
Qed.

(* With listed moves, a player does not lose earlier than the table says. *)
Definition holds_out n v := match v with Loss m => n <= m | _ => True end.

Lemma listed_moves_hold i : forall n a p f e,
  play p f -> plays_listed table a f -> table p = Some e ->
  holds_out n (for_player a p (value_of e)) -> won (other a) (f i) -> n <= i.
Proof.
  induction i as [| i IH]; intros n a p f e pf l t h w.
  - destruct pf as [z _]. rewrite z in w.
    destruct (won_at_the_end (other a) p e t (proj1 w)) as [iff _]. apply iff in w.
    unfold for_player in *. destruct (to_move g p), a, (value_of e); simpl in *; try discriminate; congruence.
  - destruct (over_or_not g p) as [o | o].
    + destruct pf as [z steps]. rewrite <- z in o.
      destruct (steps 0) as [[_ s] | [m inm]]; [| unfold over in o; rewrite o in inm; contradiction].
      assert (n <= i); [| lia].
      apply (IH n a p (fun j => f (S j)) e); auto; [| now apply listed_goes_on].
      rewrite <- z, <- s. apply (play_goes_on g p). now split.
    + destruct (next_position a p f e pf l t o) as [e' [t' kept_]].
      assert (n - 1 <= i); [| lia].
      apply (IH (n - 1) a (f 1) (fun j => f (S j)) e'); auto.
      * now apply play_goes_on with p.
      * now apply listed_goes_on.
      * destruct (for_player a p (value_of e)) as [x | | x], (for_player a (f 1) (value_of e')) as [y | | y];
          simpl in *; auto; try discriminate. apply Nat.leb_le in kept_. lia.
Qed.

(* What a value promises to a player who makes listed moves alone, whatever the opponent does. *)
Definition kept_promise a v (f : nat -> pos) :=
  match v with
  | Win n => exists i, i <= n /\ won a (f i)
  | Draw => forall i, ~ won (other a) (f i)
  | Loss n => forall i, won (other a) (f i) -> n <= i
  end.

Theorem listed_moves_are_optimal a p f e :
  table p = Some e -> play p f -> plays_listed table a f -> kept_promise a (for_player a p (value_of e)) f.
Proof.
  intros t pf l. destruct (for_player a p (value_of e)) as [n | | n] eqn:v; simpl.
  - now apply listed_moves_win with n p e.
  - intros i w. assert (S i <= i); [| lia].
    apply (listed_moves_hold i (S i) a p f e); auto. rewrite v; exact I.
  - intros i w. apply (listed_moves_hold i n a p f e); auto. rewrite v. apply le_n.
Qed.

Lemma table_wins a p e n :
  table p = Some e -> for_player a p (value_of e) = Win n -> wins_in n a p.
Proof.
  intros t v. split.
  - apply (listed_moves_force _ _ _ _ _ _ a p e _ ok t).
    intros f pf l. pose proof (listed_moves_are_optimal a p f e t pf l) as k. now rewrite v in k.
  - intros m w.
    assert (resist : can_force (other a) p (fun f => forall i, won a (f i) -> n <= i)).
    { apply (listed_moves_force _ _ _ _ _ _ (other a) p e _ ok t).
      intros f pf l. pose proof (listed_moves_are_optimal (other a) p f e t pf l) as k.
      unfold for_player in *.
      destruct a, (to_move g p), (value_of e); simpl in *; try discriminate; (injection v as <-; exact k). }
    destruct (both_force _ _ _ _ _ w resist) as [f [_ [[i [le wi]] late]]]. specialize (late i wi). lia.
Qed.

(* The theorem: a table that satisfies the conditions is right. *)
Theorem table_is_right p e : table p = Some e -> right p (value_of e).
Proof.
  intro t. destruct (value_of e) as [n | | n] eqn:v; simpl.
  - apply (table_wins _ p e); auto. unfold for_player. rewrite v. now destruct (to_move g p).
  - assert (forall a, never_loses a p); [| auto].
    intro a. apply (listed_moves_force _ _ _ _ _ _ a p e _ ok t).
    intros f pf l. pose proof (listed_moves_are_optimal a p f e t pf l) as k.
    unfold for_player in k. rewrite v in k. now destruct (same (to_move g p) a).
  - apply (table_wins _ p e); auto. unfold for_player. rewrite v. now destruct (to_move g p).
Qed.

End Outcomes.

(* Games for points. *)
Section Points.

Variable g : game.
Notation pos := (position g).

Definition points_for a (p : pos) (k : Z) := if same (to_move g p) a then k else (- k)%Z.

Definition seen_points (p c : pos) k := points_for (to_move g p) c k.

Variable table : pos -> option (entry Z).
Hypothesis ok : consistent (points g) seen_points Z.leb table.

Lemma points_kept a p c e :
  table p = Some e -> ~ over p -> child c p -> (to_move g p = a -> optimal table p c) ->
  exists e', table c = Some e' /\ (points_for a p (value_of e) <= points_for a c (value_of e'))%Z.
Proof.
  intros t o [m i] best. destruct (ok p e t) as [_ next]. destruct (next o) as [all _].
  destruct (one_or_other (to_move g p) a) as [mine | his].
  - destruct (best mine) as [n [d [inn [td l]]]]. destruct (all n c inn) as [e' [t' [_ listed_]]].
    exists e'. split; [exact t' |]. rewrite t in td. injection td as <-. apply listed_ in l. rewrite <- l.
    unfold seen_points, points_for. rewrite mine. destruct a; simpl; lia.
  - destruct (all m c i) as [e' [t' [le _]]]. exists e'. split; [exact t' |]. apply Z.leb_le in le.
    revert le. unfold seen_points, points_for. rewrite his. destruct a, (to_move g c); simpl; lia.
Qed.

Lemma points_listed_moves_earn i : forall a p f e,
  table p = Some e -> play p f -> plays_listed table a f -> over (f i) ->
  (points_for a p (value_of e) <= gain a (f i))%Z.
Proof.
  induction i as [| i IH]; intros a p f e t pf l oi.
  - destruct pf as [z _]. rewrite z in *. destruct (ok p e t) as [end_ _]. rewrite (end_ oi).
    unfold points_for, gain. lia.
  - destruct (over_or_not g p) as [o | o].
    + assert (f 0 = f (S i)) as <-.
      { apply (over_once g p f); auto. destruct pf as [z _]. now rewrite z. }
      destruct pf as [z _]. rewrite z. destruct (ok p e t) as [end_ _]. rewrite (end_ o).
      unfold points_for, gain. lia.
    + assert (exists e', table (f 1) = Some e' /\
        (points_for a p (value_of e) <= points_for a (f 1%nat) (value_of e'))%Z) as [e' [t' le]].
      { destruct pf as [z steps]. rewrite <- z in *. apply points_kept; auto.
        destruct (steps 0) as [[x _] | c]; [contradiction | exact c]. }
      pose proof (IH a (f 1) (fun j => f (S j)) e' t' (play_goes_on g p f pf) (listed_goes_on _ _ _ a f l) oi).
      simpl in *. lia.
Qed.

(* Listed moves earn what the table says, if the game comes to an end. *)
Theorem listed_moves_earn a p f e :
  ends p -> table p = Some e -> play p f -> plays_listed table a f ->
  exists i, over (f i) /\ (points_for a p (value_of e) <= gain a (f i))%Z.
Proof.
  intros end_ t pf l. destruct (end_ f pf) as [i o]. exists i.
  split; [exact o | now apply points_listed_moves_earn].
Qed.

Theorem points_are_right p e : ends p -> table p = Some e -> right_points p (value_of e).
Proof.
  intros end_ t.
  assert (all : forall a, earns (points_for a p (value_of e)) a p).
  { intro a. apply (listed_moves_force _ _ _ _ _ _ a p e _ ok t).
    intros f pf l. now apply listed_moves_earn. }
  split.
  - specialize (all (to_move g p)). unfold points_for in all. now destruct (to_move g p).
  - specialize (all (other (to_move g p))). unfold points_for in all. now destruct (to_move g p).
Qed.

(* What `verify` checks before it proves points: there are finitely many positions, and no play comes back to one. Then
   every play ends. *)
Theorem without_circles_play_ends (all : list pos) p :
  (forall q, reachable p q -> In q all) ->
  (forall q c, reachable p q -> child c q -> ~ reachable c q) ->
  ends p.
Proof.
  intros finite no_circle f pf.
  assert (met : forall i, reachable p (f i)).
  { intro i. destruct pf as [z steps]. induction i as [| i IH]; [rewrite z; constructor |].
    destruct (steps i) as [[_ s] | c]; [now rewrite s | now apply after_move with (f i)]. }
  assert (search : forall n, (exists i, over (f i)) \/ forall i, i < n -> ~ over (f i)).
  { induction n as [| n [found | none]]; [right; lia | now left |].
    destruct (over_or_not g (f n)) as [o | o]; [left; now exists n |].
    right. intros i lt. destruct (Nat.eq_dec i n) as [-> | ne]; [exact o | apply none; lia]. }
  destruct (search (S (length all))) as [found | none]; [exact found | exfalso].
  assert (moved : forall i, i < S (length all) -> child (f (S i)) (f i)).
  { intros i lt. destruct pf as [_ steps].
    destruct (steps i) as [[o _] | c]; [now apply none in o | exact c]. }
  assert (from : forall d i, i + d < S (length all) -> reachable (f i) (f (i + d))).
  { induction d as [| d IH]; intros i lt; [rewrite Nat.add_0_r; constructor |].
    rewrite Nat.add_succ_r. apply after_move with (f (i + d)); [apply IH | apply moved]; lia. }
  assert (distinct : forall i j, i < j -> j < S (length all) -> f i <> f j).
  { intros i j lt b eq. apply (no_circle (f i) (f (S i)) (met i) (moved i ltac:(lia))).
    rewrite eq. replace j with (S i + (j - S i)) by lia. apply from. lia. }
  assert (nodup : NoDup (map f (seq 0 (S (length all))))).
  { assert (gen : forall n k, n + k <= S (length all) -> NoDup (map f (seq n k))).
    { intros n k. revert n. induction k as [| k IH]; intros n b; simpl; constructor.
      - intro i. apply in_map_iff in i. destruct i as [j [eq i]]. apply in_seq in i.
        apply (distinct n j); [lia | lia | congruence].
      - apply IH. lia. }
    apply gen. lia. }
  pose proof (NoDup_incl_length nodup (l' := all)) as le.
  rewrite map_length, seq_length in le.
  enough (S (length all) <= length all) by lia. apply le.
  intros q i. apply in_map_iff in i. destruct i as [j [<- _]]. apply finite, met.
Qed.

End Points.
