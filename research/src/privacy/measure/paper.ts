/** A defence of RTBAS table 2, figure 7 and section 8.3.1, and which of ours is like it. */
export interface PaperRow {
  readonly paper: string;
  readonly ours: string;
  /** Cases of 37, by the shares in table 2. */
  readonly falsePositiveCases: number;
  readonly falseNegativeCases: number;
  /** Shares that the text of 8.2 states; the figure prints none. */
  readonly utilityRefused: number | undefined;
  readonly utilityGranted: number | undefined;
  readonly exactLabel: number;
}

/**
 * The paper's own figures, with its slips read as they must be: table 2 counts cases of 37, and the
 * table of 8.3.1 names the judge twice, 57.3% being attention's and 70.0% the judge's.
 */
export const privacyPaper: readonly PaperRow[] = [
  {
    paper: 'Confirm never (redact all)',
    ours: 'confirm-never',
    falsePositiveCases: 0,
    falseNegativeCases: 19,
    utilityRefused: 0.35,
    utilityGranted: 0.35,
    exactLabel: 0.223,
  },
  {
    paper: 'Confirm every time (GPTs)',
    ours: 'confirm-always',
    falsePositiveCases: 11,
    falseNegativeCases: 0,
    utilityRefused: 0,
    utilityGranted: 0.91,
    exactLabel: 0.567,
  },
  {
    paper: 'LM judge',
    ours: 'judge',
    falsePositiveCases: 3,
    falseNegativeCases: 4,
    utilityRefused: 0.4,
    utilityGranted: 0.83,
    exactLabel: 0.7,
  },
  {
    paper: 'Attention',
    ours: 'attention',
    falsePositiveCases: 6,
    falseNegativeCases: 4,
    utilityRefused: 0.43,
    utilityGranted: 0.75,
    exactLabel: 0.573,
  },
];
