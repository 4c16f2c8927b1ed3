/** Figures of permissive propagation tables 1 to 4, shares; 7B and 70B are Llama-2. */
export interface PaperRow {
  readonly figure: string;
  readonly small: number;
  readonly large: number;
}

/** The paper's rows beside our figures, by our figures' names. */
export const paperRows: readonly PaperRow[] = [
  { figure: 'labels.kv.exactMatch', small: 0.8594, large: 0.8594 },
  { figure: 'labels.kv.precision', small: 0.9234, large: 0.9417 },
  { figure: 'labels.kv.recall', small: 0.9375, large: 0.9206 },
  { figure: 'labels.kv.knn.exactMatch', small: 0.5312, large: 0.5781 },
  { figure: 'labels.kv.knn.precision', small: 0.6458, large: 0.6953 },
  { figure: 'labels.kv.knn.recall', small: 0.651, large: 0.6445 },
  { figure: 'labels.kv.introspection.exactMatch', small: 0.0159, large: 0.127 },
  { figure: 'labels.kv.introspection.precision', small: 0.0325, large: 0.1507 },
  { figure: 'labels.kv.introspection.recall', small: 0.0397, large: 0.1587 },
  { figure: 'labels.news.exactMatch', small: 0.7469, large: 0.7345 },
  { figure: 'labels.news.improvement', small: 0.5672, large: 0.3926 },
  { figure: 'labels.news.missed', small: 0.2273, large: 0.1859 },
  { figure: 'labels.news.retrieved.exactMatch', small: 0.6378, large: 0.645 },
  { figure: 'labels.news.retrieved.improvement', small: 0.4977, large: 0.3988 },
  { figure: 'labels.news.retrieved.missed', small: 0.303, large: 0.2608 },
  { figure: 'labels.agent.improvement', small: 1, large: 1 },
  { figure: 'labels.agent.missed', small: 0, large: 0 },
  { figure: 'labels.agent.own.improvement', small: 0.85, large: 0.95 },
  { figure: 'labels.agent.own.missed', small: 0.0556, large: 0.0953 },
  { figure: 'labels.agent.introspection.improvement', small: 0.45, large: 0.8 },
  { figure: 'labels.agent.introspection.missed', small: 0, large: 0.1111 },
  { figure: 'labels.agent.rouge.original', small: 0.77, large: 0.82 },
  { figure: 'labels.agent.rouge.regenerated', small: 0.85, large: 0.9 },
  { figure: 'labels.agent.rougeDelta.improvable', small: 0.0051, large: 0.025 },
  { figure: 'labels.agent.rougeDelta.notImprovable', small: -0.34, large: -0.31 },
];
