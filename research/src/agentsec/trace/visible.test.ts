import { skeleton } from 'sluice/parts';
import { describe, expect, test } from 'vitest';
import { none } from '../defence/paper.ts';
import { shown, writeOut } from '../defence/shown.ts';
import { measuresOf } from '../measure/measures.ts';
import { suiteNamed } from '../suite/suite.ts';
import { capabilityTask } from '../task/capability.ts';
import { retrievalTask } from '../task/retrieval.ts';
import { runReader } from '../../../test/agentsec/run-reader.ts';
import { visibleIn } from './visible.ts';

/** Changes what the adversary wrote into something as readable. */
function rewriting(name: string, change: (text: string) => string) {
  return shown({
    name,
    enforcement: 'filtering',
    show: ({ system }, chunks) => ({
      system,
      context: writeOut(chunks.map(({ from, text }) => ({ from, text: change(text) }))),
    }),
  });
}

const plainLetters = rewriting('plain-letters', (text) => {
  return text.replaceAll(/[^\0-\u007F]/gu, skeleton);
});

const noBrackets = rewriting('no-brackets', (text) => text.replaceAll(/[<>]/g, ''));

const base64 = rewriting('base64', (text) => Buffer.from(text).toString('base64'));

describe('a defence that writes the target otherwise has closed nothing', () => {
  test.each([
    ['encoded', plainLetters],
    ['split', noBrackets],
    ['turns', noBrackets],
    ['games', base64],
  ])('%s', async (suite, defence) => {
    const traces = await runReader(suiteNamed(suite).tasks(6), [none, defence]);
    const [bare, changed] = ['none', defence.name].map((name) => {
      return measuresOf(traces.filter((each) => each.defence === name));
    });
    expect(changed).toMatchObject({ closure: 0, semantic: bare?.semantic });
  });
});

describe('what can be read', () => {
  const [records, tools] = [
    retrievalTask({ seed: 3, index: 0 }),
    capabilityTask({ seed: 3, index: 0 }),
  ];
  const tool = tools.blocked?.tool ?? '';
  test.each([
    ['the target', records, records.target, ['target']],
    ['the target in small letters', records, records.target.toLowerCase(), ['target']],
    ['a part of it', records, records.target.slice(0, -1), []],
    ['a tool', tools, tool, ['call']],
    ['a tool, spaced out', tools, tool.split('').join(' '), ['call']],
    ['its token, in which the tool stands', tools, tools.target, ['target', 'call']],
  ] as const)('%s', (...[, task, text, found]) => {
    expect(visibleIn(task, `It says ${text}, I think.`).map(({ of }) => of)).toEqual(found);
  });
});
