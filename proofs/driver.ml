(* Runs the extracted model: one random world a frame, as tokens `length:bytes`. What the world is
   (model, policy, tools, person) comes as a table of answers; the labels are bit sets. *)
open Model

exception Missing of string

(* Reading. *)
type reader = { text : string; mutable at : int }

let token r =
  let colon = String.index_from r.text r.at ':' in
  let size = int_of_string (String.sub r.text r.at (colon - r.at)) in
  r.at <- colon + 1 + size;
  String.sub r.text (colon + 1) size

let number r = int_of_string (token r)
let flag r = token r = "1"
let list r read = let n = number r in List.init n (fun _ -> read r)
let option r read = if flag r then Some (read r) else None
let repeat r act = for _ = 1 to number r do act () done
let pair a b r = let x = a r in let y = b r in (x, y)

let rec region r =
  let label = number r in
  let quoted = flag r in
  let pieces = list r (fun r -> if token r = "t" then Either.Left (token r) else Either.Right (region r)) in
  let add piece more = match piece with
    | Either.Left text -> Text (text, more)
    | Either.Right inner -> Inner (inner, more) in
  Region (label, quoted, List.fold_right add pieces End)

let parts r =
  let shape = number r in
  let failed = flag r in
  { shape; inner = list r region; failed }

let reply r =
  let r_text = token r in
  let r_truncated = flag r in
  let call r = let a_tool = token r in { a_tool; a_args = token r } in
  { r_text; r_truncated; r_calls = list r call }

let violation r = match token r with "ask" -> Ask | "block" -> Block | _ -> Log

let ruling r =
  if token r = "deny" then Deny (token r)
  else
    let ceiling = option r number in
    let control = option r number in
    let data = list r (pair token number) in
    Ceiling (ceiling, control, data, violation r)

let relevance r = match token r with
  | "label" -> AtLabel (number r)
  | "regions" ->
      let places = list r number in
      Regions (places, list r (pair number token))
  | _ -> Everything

let answer r = match token r with
  | "no" -> No
  | "silence" -> Silence
  | _ -> let same = flag r in Yes (same, list r token)

(* Writing. *)
let put text = string_of_int (String.length text) ^ ":" ^ text
let putNumber n = put (string_of_int n)
let putFlag b = put (if b then "1" else "0")
let putList each xs = putNumber (List.length xs) ^ String.concat "" (List.map each xs)
let putOption each = function None -> putFlag false | Some x -> putFlag true ^ each x

let putShown = function
  | ShownMessage (role, texts) ->
      put (match role with System -> "system" | User -> "user") ^ putList put texts
  | ShownExchange (text, calls) ->
      let call c = put c.s_tool ^ put c.s_args ^ putList put c.s_result ^ putFlag c.s_failed in
      put "assistant" ^ put text ^ putList call calls
let putView v = putList put v.v_tools ^ putList putShown v.v_entries
let putCall c = put c.a_tool ^ put c.a_args
let putReply r = put r.r_text ^ putFlag r.r_truncated ^ putList putCall r.r_calls

(* The table: several answers to one question are given in turn. *)
let keyOf name args = Digest.to_hex (Digest.string (put name ^ args))

let lookup table name args read =
  let key = keyOf name args in
  match Hashtbl.find_opt table key with
  | None -> Stdlib.raise (Missing (name ^ " " ^ args))
  | Some answers ->
      let first = List.hd !answers in
      if List.length !answers > 1 then answers := List.tl !answers;
      read { text = first; at = 0 }

type log = { mutable views : string list; mutable questions : string list;
             mutable calls : string list }

let tool r =
  let d_name = token r in
  let d_text = token r in
  let d_hinted = token r in
  let d_label = number r in
  { d_name; d_text; d_hinted; d_label; d_vouched = flag r }

let shortcuts r =
  let allowedDraft = flag r in
  let lazyReads = flag r in
  let beforeAsking = match token r with
    | "propagator" -> AtPropagator | "ceiling" -> AtCeiling | _ -> Nothing in
  { allowedDraft; lazyReads; beforeAsking; staging = flag r }

let bits = { bottom = 0; join = (lor); meet = (land);
             flowsTo = (fun a b -> a land lnot b = 0) }

let addAnswer table r =
  let key = token r in
  let value = token r in
  match Hashtbl.find_opt table key with
  | None -> Hashtbl.add table key (ref [value])
  | Some answers -> answers := !answers @ [value]

let run text =
  let r = { text; at = 0 } in
  let table = Hashtbl.create 512 in
  let log = { views = []; questions = []; calls = [] } in
  let ask name args read = lookup table name args read in
  let tools = list r tool in
  let mode = if token r = "drop" then Drop else Keep in
  let cuts = option r shortcuts in
  let maxSteps = number r in
  let maxRefusals = number r in
  let maxCalls = number r in
  let clearance = number r in
  let needsDraft = flag r in
  let person = option r number in
  let drafter = option r number in
  let seeing name v =
    let shown = putView v in
    log.views <- keyOf "view" shown :: log.views;
    ask name shown (fun r -> option r reply) in
  let putQuestion q =
    put q.q_tool ^ put q.q_args ^ putNumber q.q_label ^ putOption putNumber q.q_control in
  let asking clearance = { p_clearance = clearance; p_ask = (fun q ->
    log.questions <- putQuestion q :: log.questions;
    ask "ask" (putQuestion q) answer) } in
  let rec w = { lattice0 = bits; tools; mode; cuts; maxSteps; maxRefusals; maxCalls; clearance;
    needsDraft;
    model = (fun v -> seeing "model" v);
    relevant = (fun h draft ->
      let labels = List.map (fun ((label, _), _) -> label) (regions w h) in
      ask "relevant" (putList putNumber labels ^ putOption putReply draft) relevance);
    ruleCall = (fun t a -> ask "ruleCall" (put t ^ put a) ruling);
    ruleAnswer = (fun t -> ask "ruleAnswer" (put t) ruling);
    inert = (fun t -> ask "inert" (put t) (fun r -> option r token));
    isRead = (fun t -> ask "isRead" (put t) flag);
    resultFloor = (fun t -> ask "resultFloor" (put t) number);
    whoIsAsked = Option.map asking person;
    dutyOf = (fun l -> ask "dutyOf" (putNumber l) (fun r -> option r (fun r -> list r token)));
    canonical = (fun a -> ask "canonical" (put a) (fun r -> option r token));
    members = (fun a ->
      ask "members" (put a) (fun r -> option r (fun r -> list r (pair token token))));
    quote = (fun t -> ask "quote" (put t) token);
    holdsPlaceholder = (fun a -> ask "holdsPlaceholder" (put a) flag);
    dataOf = (fun t -> ask "dataOf" (put t) (fun r -> list r token));
    readBack = (fun t l read -> ask "readBack" (put t ^ putNumber l ^ put read) number);
    execute = (fun t a ->
      log.calls <- (put t ^ put a) :: log.calls;
      ask "execute" (put t ^ put a) parts) } in
  repeat r (fun () -> addAnswer table r);
  let gen = match drafter with
    | None -> generate w
    | Some cleared -> draftedBy w (seeing "drafter") cleared in
  let history = ref [] in
  let done_ = ref [] in
  let say text = done_ := text :: !done_ in
  let putStep s = putNumber s.st_label ^ putList (putOption put) s.st_refused in
  repeat r (fun () -> match token r with
    | "system" -> history := !history @ [Message (System, parts r)]
    | "lower" ->
        let target = number r in
        let mask = number r in
        let up = number r in
        let lowered = lowerRegion w !history target
          (fun from -> Some ((from land lnot mask) lor up)) in
        say (put "lowered" ^ putFlag (lowered <> None));
        (match lowered with Some h -> history := h | None -> ())
    | _ ->
        let turn = turnBy w gen !history (parts r) in
        history := turn.t_history;
        say (put "turn" ^ putFlag turn.t_failed ^ putList putStep turn.t_steps
             ^ putOption put turn.t_answer));
  let labels = List.map (fun ((label, _), _) -> label) (regions w !history) in
  putList put (List.rev log.views) ^ putList put (List.sort compare log.questions)
  ^ putList put (List.rev log.calls) ^ putList put (List.rev !done_)
  ^ putList putNumber labels

let () =
  set_binary_mode_in stdin true;
  set_binary_mode_out stdout true;
  try
    while true do
      let size = int_of_string (input_line stdin) in
      let text = really_input_string stdin size in
      let result = try run text with
        | Missing what -> put "missing" ^ put what
        | error -> put "failed" ^ put (Printexc.to_string error) in
      print_string (string_of_int (String.length result) ^ "\n" ^ result);
      flush stdout
    done
  with End_of_file -> ()
