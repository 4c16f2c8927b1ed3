import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { until } from '../gateway/harness.ts';
import { startDesk, type Desk } from './browser.ts';
import { paysTheStranger } from './scene.ts';

export const approve = 'Approve once';

export async function openQuestion({ rig }: Desk): Promise<string> {
  const question = await until(async () =>
    (await rig.questions()).find(({ state }) => state === 'open'),
  );
  return question.id;
}

/** An agent that waits for an answer, and a person who looks at the question. */
export async function asked(script = paysTheStranger, look = {}) {
  const desk = await startDesk(script);
  const key = await desk.operator('Ann');
  const said = desk.work();
  const id = await openQuestion(desk);
  const page = await desk.signedIn(key, `#/questions/${id}`, look);
  await page.getByRole('button', { name: approve }).waitFor();
  return { desk, key, said, id, page };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Rules of WCAG 2.2 AA that a page breaks, as far as a program can tell. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  // Not as a script of the page: its policy admits none.
  const run = `${axe}; axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`;
  const { violations } = (await page.evaluate(run)) as {
    readonly violations: readonly Violation[];
  };
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
