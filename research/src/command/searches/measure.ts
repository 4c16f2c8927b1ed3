import { appendFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Terminal } from 'sluice/parts';
import { questionsOf, recordedRow } from '../../labels/recorded/record.ts';
import { readScores, type ScoreRow, shippedTable } from '../../labels/recorded/score-table.ts';
import { searchesFound } from '../../labels/recorded/searches-result.ts';
import { Memory, rememberingScorer } from '../../labels/remember.ts';
import { kvForm } from '../../labels/prompt/prompts.ts';
import { machineHere } from '../machine.ts';
import type { Measured } from '../suite.ts';

export interface SearchesOptions {
  readonly record?: true;
  readonly documents: readonly number[];
  readonly questions: number;
  readonly seed: number;
  readonly table?: string;
  readonly memory: string;
  readonly weights: string;
  readonly cpu?: true;
  readonly threads: number;
}

/** Compares searches on a table of scores, which grows first where that is asked for. */
export async function measureSearches(
  options: SearchesOptions,
  terminal: Terminal,
): Promise<Measured> {
  const table = options.table ?? fileURLToPath(shippedTable);
  if (options.record === true) await record(table, options, terminal);
  return { found: await searchesFound(readScores(table)) };
}

async function record(table: string, options: SearchesOptions, terminal: Terminal): Promise<void> {
  const { seed, questions, memory } = options;
  const { openLabelModels } = await import('../labels/models.ts');
  const models = await openLabelModels(options);
  const { packages } = machineHere(options.threads);
  const version = packages['node-llama-cpp'] ?? 'unknown';
  try {
    const scorer = rememberingScorer(models.scorer, new Memory(memory));
    const backEnd = `${scorer.backEnd} node-llama-cpp ${version}`;
    const form = kvForm.inChat(models.chat);
    const { signal } = new AbortController();
    const known = new Set((existsSync(table) ? readScores(table) : []).map(keyOf));
    for (const documents of new Set(options.documents)) {
      for (const question of questionsOf({ seed, questions, documents })) {
        if (known.has(keyOf({ seed, id: question.id, documents }))) continue;
        const row = await recordedRow(question, { seed, form, scorer, backEnd, signal });
        appendFileSync(table, `${JSON.stringify(row)}\n`);
        terminal.warn(`recorded ${question.id}, ${documents} documents`);
      }
    }
  } finally {
    await models.close();
  }
}

function keyOf({ seed, id, documents }: Pick<ScoreRow, 'seed' | 'id' | 'documents'>): string {
  return `${seed} ${id} ${documents}`;
}
