(* A program that checks a table for outcome and remoteness, and the proof that the values in what it accepts are right.
   The table is read from lines of text. *)

From Coq Require Import List ZArith FMapPositive Ascii String Bool Lia.
From PerfectPlay Require Import Game Table.
Import ListNotations.
Module Map := PositiveMap.

(* Lines with a key each, for example the lines of a dump. *)
Section Lines.

Variables (P D : Type) (key : P -> positive) (read : string -> option (P * D)).
Hypothesis one_key : forall p q, key p = key q -> p = q.

(* A key that is already there is refused, and so is a line that cannot be read. *)
Definition add (row : P * D) t :=
  let (p, d) := row in
  if Map.mem (key p) t then None else Some (Map.add (key p) d t).

Definition add_line (t : option (Map.t D)) line :=
  match t, read line with
  | Some t, Some row => add row t
  | _, _ => None
  end.

Definition load lines := fold_left add_line lines (Some (Map.empty D)).

Lemma load_is_faithful lines t :
  load lines = Some t ->
  forall p d, Map.find (key p) t = Some d <-> exists line, In line lines /\ read line = Some (p, d).
Proof.
  unfold load. revert t. induction lines as [| line lines IH] using rev_ind; intros t l p d.
  - simpl in l. injection l as <-. rewrite Map.gempty. split; [discriminate | now intros [? [[] _]]].
  - rewrite fold_left_app in l. simpl in l.
    destruct (fold_left add_line lines _) as [before |]; [| discriminate].
    simpl in l. destruct (read line) as [[q c] |] eqn:r; [| discriminate]. unfold add in l.
    destruct (Map.mem (key q) before) eqn:m; [discriminate |]. injection l as <-.
    destruct (Pos.eq_dec (key p) (key q)) as [same_ | differs].
    + rewrite same_, Map.gss. apply one_key in same_. subst q. split.
      * intro s. injection s as <-. exists line. split; [apply in_or_app; right; now left | exact r].
      * intros [line' [i r']]. apply in_app_or in i. destruct i as [i | [-> | []]]; [| congruence].
        assert (Map.find (key p) before = Some d) as f by (apply IH; eauto).
        rewrite Map.mem_find, f in m. discriminate.
    + rewrite Map.gso by exact differs. rewrite IH by reflexivity. split.
      * intros [line' [i r']]. exists line'. split; [apply in_or_app; now left | exact r'].
      * intros [line' [i r']]. apply in_app_or in i. destruct i as [i | [-> | []]]; [eauto |].
        rewrite r in r'. injection r' as <- <-. contradiction.
Qed.

End Lines.

(* Texts. *)

Fixpoint split (c : ascii) (s : string) : list string :=
  match s with
  | EmptyString => [EmptyString]
  | String a rest =>
    if Ascii.eqb a c then EmptyString :: split c rest
    else match split c rest with
         | word :: words => String a word :: words
         | [] => []
         end
  end.

Definition words s := match s with EmptyString => [] | _ => split " " s end.

Fixpoint index (a : ascii) s : option N :=
  match s with
  | EmptyString => None
  | String b rest => if Ascii.eqb a b then Some 0%N else option_map N.succ (index a rest)
  end.

Fixpoint digits (before : N) s : option N :=
  match s with
  | EmptyString => Some before
  | String a rest =>
    match index a "0123456789" with Some d => digits (10 * before + d)%N rest | None => None end
  end.

Definition number s := match s with EmptyString => None | _ => digits 0 s end.

Fixpoint all_of {A} (l : list (option A)) : option (list A) :=
  match l with
  | [] => Some []
  | Some a :: rest => option_map (cons a) (all_of rest)
  | None :: _ => None
  end.

Definition read_moves s : option (list nat) :=
  all_of (map (fun word => option_map N.to_nat (number word)) (words s)).

(* [of_draw] says whether this is the remoteness of a draw here. *)
Definition read_value (of_draw : string -> bool) outcome remoteness : option value :=
  if String.eqb outcome "draw" then if of_draw remoteness then Some Draw else None
  else match number remoteness with
       | Some n =>
         if String.eqb outcome "win" then Some (Win (N.to_nat n))
         else if String.eqb outcome "loss" then Some (Loss (N.to_nat n))
         else None
       | None => None
       end.

Definition read_entry of_draw outcome remoteness moves : option (entry value) :=
  match read_value of_draw outcome remoteness, read_moves moves with
  | Some v, Some l => Some {| value_of := v; listed := l |}
  | _, _ => None
  end.

(* The checker. *)
Section Checker.

Variable g : game.
Notation pos := (position g).
Variables (key : pos -> positive) (decode : positive -> pos).
Hypothesis decoded : forall p, decode (key p) = p.

Definition same_value v w :=
  match v, w with
  | Win m, Win n | Loss m, Loss n => m =? n
  | Draw, Draw => true
  | _, _ => false
  end.

Lemma same_value_spec v w : same_value v w = true <-> v = w.
Proof.
  destruct v, w; simpl; rewrite ?Nat.eqb_eq; split; congruence.
Qed.

Definition mem m (l : list nat) := existsb (Nat.eqb m) l.

Lemma mem_spec m l : mem m l = true <-> In m l.
Proof.
  unfold mem. rewrite existsb_exists. split.
  - intros [n [i e]]. apply Nat.eqb_eq in e. now subst.
  - intro i. exists m. now rewrite Nat.eqb_refl.
Qed.

Definition table_of (t : Map.t (entry value)) p := Map.find (key p) t.

(* The conditions of Table.v, and no move is listed that does not exist. *)
Definition check_at t p e : bool :=
  match moves g p with
  | [] => same_value (value_of e) (outcome_at_the_end g p) && match listed e with [] => true | _ => false end
  | all =>
    forallb (fun m =>
      match table_of t (snd m) with
      | Some e' =>
        let v := seen_outcome g p (snd m) (value_of e') in
        at_most_outcome v (value_of e) && eqb (mem (fst m) (listed e)) (same_value v (value_of e))
      | None => false
      end) all
    && existsb (fun m => mem (fst m) (listed e)) all
    && forallb (fun n => mem n (map fst all)) (listed e)
  end.

(* Whether a test holds for every key and its entry. [k] gives the whole key, from a key in a part of the map. *)
Fixpoint every (test : positive -> entry value -> bool) (k : positive -> positive) (t : Map.t (entry value)) : bool :=
  match t with
  | Map.Leaf _ => true
  | Map.Node l here r =>
    every test (fun p => k (xO p)) l
    && match here with Some e => test (k xH) e | None => true end
    && every test (fun p => k (xI p)) r
  end.

Lemma every_covers test t : forall k p e,
  every test k t = true -> Map.find p t = Some e -> test (k p) e = true.
Proof.
  induction t as [| l IHl here r IHr]; intros k p e v f; [now destruct p |].
  simpl in v. apply andb_prop in v. destruct v as [v vr]. apply andb_prop in v. destruct v as [vl vh].
  destruct p as [p | p |]; simpl in f.
  - now apply (IHr (fun p => k (xI p))).
  - now apply (IHl (fun p => k (xO p))).
  - now subst here.
Qed.

Definition check t start : bool :=
  Map.mem (key start) t && every (fun k e => check_at t (decode k) e) (fun k => k) t.

Lemma check_at_is_sound t p e :
  check_at t p e = true ->
  follows_from g value (outcome_at_the_end g) (seen_outcome g) at_most_outcome (table_of t) p e.
Proof.
  unfold check_at, follows_from, over. intro c. split.
  - intro o. rewrite o in c. apply andb_prop in c. destruct c as [c _]. now apply same_value_spec.
  - intro o. destruct (moves g p) as [| first rest]; [contradiction |].
    apply andb_prop in c. destruct c as [c _]. apply andb_prop in c. destruct c as [all some].
    rewrite forallb_forall in all. apply existsb_exists in some. split.
    + intros m q i. specialize (all _ i). simpl in all.
      destruct (table_of t q) as [e' |]; [| discriminate]. exists e'.
      apply andb_prop in all. destruct all as [le l]. apply eqb_prop in l.
      repeat split; [exact le | |].
      * intro i'. apply mem_spec in i'. rewrite l in i'. now apply same_value_spec.
      * intro v. apply mem_spec. rewrite l. now apply same_value_spec.
    + destruct some as [[m q] [i l]]. exists m, q. split; [exact i | now apply mem_spec].
Qed.

Lemma check_covers t start p e :
  check t start = true -> table_of t p = Some e -> check_at t p e = true.
Proof.
  unfold check, table_of. intros c f. apply andb_prop in c. destruct c as [_ c].
  pose proof (every_covers _ _ _ _ _ c f) as h. simpl in h. now rewrite decoded in h.
Qed.

Theorem checked t start :
  check t start = true ->
  consistent (outcome_at_the_end g) (seen_outcome g) at_most_outcome (table_of t).
Proof. intros c p e f. now apply check_at_is_sound, check_covers with start. Qed.

Lemma checked_is_held t start p :
  check t start = true -> reachable start p -> exists e, table_of t p = Some e.
Proof.
  intros c r. apply (reachable_is_held _ _ _ _ _ _ start p (checked t start c)); [| exact r].
  unfold check in c. apply andb_prop in c. destruct c as [m _].
  rewrite Map.mem_find in m. unfold table_of. now destruct (Map.find (key start) t).
Qed.

(* The checker of a dump. [read] reads a line. *)

Variable read : string -> option (pos * entry value).

Definition check_lines lines start :=
  match load pos _ key read lines with Some t => check t start | None => false end.

Definition says line p e := read line = Some (p, e).

Lemma one_key p q : key p = key q -> p = q.
Proof. intro e. rewrite <- (decoded p), <- (decoded q). now rewrite e. Qed.

(* In this play, a player only makes moves that the lines list. *)
Definition plays_lines lines a f :=
  forall i, to_move g (f i) = a -> ~ over (f i) -> exists line e m,
    In line lines /\ says line (f i) e /\ In m (listed e) /\ In (m, f (S i)) (moves g (f i)).

(* There is a line for a position, and its value is right. A player who makes only listed moves gets what this value
   promises, whatever the opponent does. *)
Definition is_right_at lines p := exists line e,
  In line lines /\ says line p e /\ right p (value_of e) /\
  forall a f, play p f -> plays_lines lines a f -> kept_promise g a (for_player g a p (value_of e)) f.

Theorem accepted_is_right lines start p :
  check_lines lines start = true -> reachable start p -> is_right_at lines p.
Proof.
  unfold check_lines. destruct (load _ _ key read lines) as [t |] eqn:l; [| discriminate].
  intros c r. pose proof (load_is_faithful _ _ key read one_key _ _ l) as faithful.
  pose proof (checked t start c) as ok. destruct (checked_is_held t start p c r) as [e held].
  assert (line : exists line, In line lines /\ read line = Some (p, e)) by now apply faithful.
  destruct line as [line [i s]]. exists line, e. repeat split; auto.
  - now apply (table_is_right g (table_of t) ok).
  - intros a f pf only. apply (listed_moves_are_optimal g (table_of t)); auto.
    intros j m o. destruct (only j m o) as [line' [e' [n [i' [s' [l' mv]]]]]].
    exists n, e'. repeat split; auto. apply faithful. eauto.
Qed.

End Checker.
