/** The paper's figures for Qwen3-0.6B and Qwen3-1.7B. */
export interface PaperRow {
  readonly asr: number;
  readonly advantage: number;
  readonly leak: number;
  readonly closure: number;
  readonly utility: number;
  /** Table 5: advantage or leak, and closure, of each game. */
  readonly instruction: readonly [number, number];
  readonly retrieval: readonly [number, number];
  readonly capability: readonly [number, number];
  /** Table 6. */
  readonly pOpen: number | undefined;
  readonly pClosed: number | undefined;
}

/** Tables 4, 5 and 6. */
export const paperTables: Readonly<Record<string, PaperRow>> = {
  combined: {
    ...row([0, 0, 0, 1, 0.335]),
    ...byGame([0, 1], [0, 1], [0, 1]),
    pOpen: undefined,
    pClosed: 0,
  },
  filter: {
    ...row([0.042, 0.042, 0.125, 0.542, 0.361]),
    ...byGame([0, 0.625], [0.125, 0], [0, 1]),
    pOpen: 0.062,
    pClosed: 0,
  },
  leastPrivilege: {
    ...row([0.062, 0.062, 0.188, 0.333, 0.361]),
    ...byGame([0, 0], [0.188, 0], [0, 1]),
    pOpen: 0.094,
    pClosed: 0,
  },
  provenance: {
    ...row([0.333, 0.333, 0, 0.333, 0.361]),
    ...byGame([0, 0], [0, 1], [1, 0]),
    pOpen: 0.5,
    pClosed: 0,
  },
  none: {
    ...row([0.375, 0.375, 0.188, 0, 0.361]),
    ...byGame([0, 0], [0.188, 0], [0.938, 0]),
    pOpen: 0.375,
    pClosed: undefined,
  },
  delimiter: {
    ...row([0.438, 0.438, 0.562, 0, 0.335]),
    ...byGame([0.062, 0], [0.562, 0], [0.688, 0]),
    pOpen: 0.438,
    pClosed: undefined,
  },
};

function row([asr, advantage, leak, closure, utility]: readonly [
  number,
  number,
  number,
  number,
  number,
]): Pick<PaperRow, 'asr' | 'advantage' | 'leak' | 'closure' | 'utility'> {
  return { asr, advantage, leak, closure, utility };
}

type OfGame = readonly [number, number];

function byGame(
  instruction: OfGame,
  retrieval: OfGame,
  capability: OfGame,
): Pick<PaperRow, 'instruction' | 'retrieval' | 'capability'> {
  return { instruction, retrieval, capability };
}
