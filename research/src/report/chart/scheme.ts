/** Colours of one of the two schemes that the page can be read in. */
export interface Scheme {
  readonly name: 'light' | 'dark';
  readonly text: string;
  readonly line: string;
  readonly paper: string;
  /** By the number of a defence; it is named by number too, so colours may come round again. */
  readonly series: readonly string[];
}

export const schemes: readonly Scheme[] = [
  {
    name: 'light',
    text: '#333333',
    line: '#dddddd',
    paper: '#ffffff',
    series: [
      '#c62828',
      '#1565c0',
      '#2e7d32',
      '#8e5500',
      '#6a1b9a',
      '#00707a',
      '#ad1457',
      '#4e5d6c',
    ],
  },
  {
    name: 'dark',
    text: '#cccccc',
    line: '#444444',
    paper: '#121212',
    series: [
      '#ef7b78',
      '#64b5f6',
      '#66bb6a',
      '#ffb74d',
      '#ce93d8',
      '#4dd0e1',
      '#f48fb1',
      '#b0bec5',
    ],
  },
];

export function seriesColour({ series }: Scheme, number: number): string {
  return series[(number - 1) % series.length] ?? '';
}
