// The messages of `parlour/web/messages.py` and the drawing of `parlour/present/drawing.py`, as far as pages use them.

export type Anchor = {item: string; cell?: number[]};
export type Mark = {
  is: "rect" | "circle" | "line" | "polygon" | "path" | "text" | "g";
  marks?: Mark[];
  x?: number;
  y?: number;
  kind?: string;
  anchor?: Anchor;
  order?: number;
  name?: string;
  piece?: string;
  text?: string;
  fill?: string;
  stroke?: string;
  "is-fixed"?: boolean;
  [attribute: string]: unknown;
};
export type Block = {width: number; height: number; marks?: Mark[]; kind?: string; name?: string};
export type Row = {blocks: Block[]; gap?: number};
export type Drawing = {rows: Row[]; description?: string};

export type Place = [item: string, cell: number[]];
export type Option = {label: string; places?: Place[]};
export type Move = {label: string; clicks?: Place[][]};
export type Question = {
  id: number;
  prompt: string;
  kind: "choice" | "number" | "text" | "chars" | "literal";
  sure: "exact" | "candidates" | "domain" | "dead" | "back" | "failing";
  options?: Option[];
  moves?: Move[];
  has_all_moves?: boolean;
  form?: string;
  low?: number | null;
  high?: number | null;
  example?: string;
};
export type Line = {step: number; text: string; seat?: number | null};
export type Outcome = {
  words: string;
  ranking?: number[][] | null;
  scores?: number[] | null;
  reason?: string;
  error?: string;
};
export type View = {
  viewer: number | null;
  drawing: Drawing;
  seats?: string[];
  questions?: Question[];
  awaited?: number[];
  told?: string[];
  log?: Line[];
  undo?: "none" | "free" | "agreed";
  can_redo?: boolean;
  outcome?: Outcome | null;
};
export type Operation = [path: (string | number)[], ...rest: unknown[]];

export type Clock = {kind?: "none" | "move" | "fischer"; seconds?: number; increment?: number};
export type Seat = {
  number: number;
  name: string;
  sitting: "open" | "human" | "computer";
  who?: string;
  player?: string;
  here?: boolean;
  seconds?: number | null;
  runs?: boolean;
  thinks?: boolean;
};
export type Offer = {id: number; what: "undo" | "redo"; by: number; missing: number[]};
export type Table = {
  id: string;
  game: string;
  title: string;
  language: string;
  status: "waiting" | "playing" | "over";
  is_public: boolean;
  seats: Seat[];
  clock?: Clock;
  watchers?: number;
  has_hints?: boolean;
  is_older?: boolean;
  offer?: Offer | null;
  next?: string | null;
  created?: number;
};

export type HintLine = {label: string; worth: number; share: number; continuation?: string[]; clicks?: Place[][]};
export type Reply =
  | {type: "view"; revision: number; view: View}
  | {type: "change"; since: number; revision: number; patch: Operation[]}
  | {type: "table"; table: Table}
  | {type: "taken"; id: number; revision: number}
  | {type: "refused"; id: number | null; reason: string; message: string}
  | {type: "hint"; id: number; lines: HintLine[]}
  | {type: "look"; id: number; step: number; view: View}
  | {type: "pong"; id: number};

export type GameCard = {name: string; title: string; language: string; about?: string; is_library?: boolean};
export type GamePage = GameCard & {
  seats?: string[] | null;
  first_seats?: string[];
  is_hidden?: boolean;
  has_chance?: boolean;
  has_scores?: boolean;
  is_season?: boolean;
  players?: string[];
  drawing?: Drawing;
  problem?: string;
};
export type Access = {table: string; seat: number | null};
export type NewTableMade = {
  table: Table;
  me: number | null;
  links: {seat: number; token: string}[];
  watch: string;
};
export type Replay = {
  title: string;
  language: string;
  seats: string[];
  viewer: number | null;
  first: View;
  steps: Operation[][];
  result?: string;
  charts?: Drawing | null;
  problem?: string;
};
