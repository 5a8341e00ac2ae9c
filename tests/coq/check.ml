(* Runs the extracted checkers on a file of lines, and tries to fool them:

     check mnk M N K FILE [FORGERIES]    lines of `dump --columns board,outcome,remoteness,optimal_moves`
     check graph FILE [FORGERIES]        lines of graph_lines.py

   Exits with 1 if the table is refused, or if a forgery is accepted. The theorems are about everything but this file. It
   does what [check_dump] in Mnk.v and Graph.v does, but reads one line at a time. *)

exception Refused of string

let rec nat n = if n = 0 then Checker.O else Checker.S (nat (n - 1))

let each_line file f =
  let input = open_in_bin file in
  let rec go i =
    match input_line input with
    | line -> f i line; go (i + 1)
    | exception End_of_file -> close_in input; i
  in
  go 0

let explode line = List.init (String.length line) (String.get line)

(* The table of all lines, and their number. *)
let load read add file =
  let table = ref Checker.Map.empty in
  let lines =
    each_line file (fun i line ->
        match Option.bind (read line) (fun row -> add row !table) with
        | Some larger -> table := larger
        | None -> raise (Refused (Printf.sprintf "line %d cannot be read, or is there twice: %s" (i + 1) line)))
  in
  (!table, lines)

(* Equal entries are stored once. Otherwise ten million boards would not fit in memory. *)
let sharing read =
  let stored = Hashtbl.create 1024 in
  fun line ->
    let share (position, entry) =
      let text = String.sub line (String.index line ',') (String.length line - String.index line ',') in
      match Hashtbl.find_opt stored text with
      | Some known when known = entry -> (position, known)
      | _ -> Hashtbl.replace stored text entry; (position, entry)
    in
    Option.map share (read (explode line))

(* A wrong line: another outcome, another remoteness, or a move more or less in the list. *)
let forge draw line =
  let fields = Array.of_list (String.split_on_char ',' line) in
  let moves = Array.length fields - 1 in
  let outcome, remoteness = (moves - 2, moves - 1) in
  let other_of item all = List.nth (List.filter (( <> ) item) all) (Random.int (List.length all - 1)) in
  (match Random.int 3 with
  | 0 ->
      fields.(outcome) <- other_of fields.(outcome) [ "win"; "draw"; "loss" ];
      fields.(remoteness) <-
        (if fields.(outcome) = "draw" then draw fields.(0)
         else if Random.bool () || fields.(remoteness) = "" then string_of_int (Random.int 12)
         else fields.(remoteness))
  | 1 when fields.(outcome) <> "draw" ->
      let plies = int_of_string fields.(remoteness) in
      fields.(remoteness) <- string_of_int (if plies > 0 && Random.bool () then plies - 1 else plies + 1 + Random.int 2)
  | _ ->
      let listed = if fields.(moves) = "" then [] else String.split_on_char ' ' fields.(moves) in
      let move = string_of_int (Random.int 9) in
      let changed = if List.mem move listed then List.filter (( <> ) move) listed else listed @ [ move ] in
      fields.(moves) <- String.concat " " changed);
  String.concat "," (Array.to_list fields)

(* Each forgery changes one line, or removes one. The whole forged table is checked. Only in a large table, a changed line is
   checked at its own position first: no table is accepted that is refused there, by the lemma [check_covers]. *)
let siege read key check_one check_all draw file table lines forgeries =
  Random.init 38;
  let chosen = Hashtbl.create forgeries in
  while Hashtbl.length chosen < forgeries do
    Hashtbl.replace chosen (Random.full_int lines) (Hashtbl.length chosen)
  done;
  let try_ i line =
    match Hashtbl.find_opt chosen i with
    | None -> ()
    | Some number ->
        let position, _ = Option.get (read line) in
        let forged = if number mod 50 = 0 then "" else forge draw line in
        let accepted =
          if forged = "" then check_all (Checker.Map.remove (key position) table)
          else
            match read forged with
            | None -> false
            | Some (position, entry) ->
                let table = Checker.Map.add (key position) entry table in
                (lines < 1_000_000 || check_one table position entry) && check_all table
        in
        if accepted then raise (Refused (Printf.sprintf "a forgery is accepted: '%s' instead of '%s'" forged line))
  in
  ignore (each_line file try_);
  Printf.printf "%d forgeries are refused\n%!" forgeries

let run read add key check_one check_all draw file forgeries =
  let table, lines = load read add file in
  if not (check_all table) then raise (Refused "an entry does not follow from those of its children");
  Printf.printf "%d lines are right\n%!" lines;
  if forgeries > 0 then siege read key check_one check_all draw file table lines forgeries

let () =
  (* A table of ten million boards grows fast. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  let forgeries after = if Array.length Sys.argv > after then int_of_string Sys.argv.(after) else 0 in
  try
    match Sys.argv with
    | [| _; "mnk"; m; n; k; file |] | [| _; "mnk"; m; n; k; file; _ |] ->
        let size text = nat (int_of_string text) in
        let rules = Checker.mnk (size m) (size n) (size k) false in
        let empty board = string_of_int (List.length (List.filter (( = ) '.') (explode board))) in
        run (sharing Checker.read_line) Checker.add_board Checker.board_key (Checker.check_board rules)
          (Checker.check_boards rules) empty file (forgeries 6)
    | [| _; "graph"; file |] | [| _; "graph"; file; _ |] ->
        let nodes, _ = load (fun line -> Checker.read_node (explode line)) Checker.add_node file in
        run (fun line -> Checker.read_row (explode line)) Checker.add_entry Checker.number_key
          (Checker.check_position nodes) (Checker.check_graph nodes) (fun _ -> "") file (forgeries 3)
    | _ ->
        prerr_endline "usage: check mnk M N K FILE [FORGERIES] | check graph FILE [FORGERIES]";
        exit 2
  with Refused reason ->
    prerr_endline ("refused: " ^ reason);
    exit 1
