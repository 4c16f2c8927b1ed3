/** What to write where no reader knows a record: a program that makes lists of steps of it. */
export const converter = `// convert.mjs: node convert.mjs < yours.jsonl > runs.jsonl
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { TASK, STEPS, ANSWER, MODEL } = JSON.parse(line);
  const steps = STEPS.map(({ THOUGHT, TOOL, ARGUMENTS, RESULT }) => {
    const action = { name: TOOL, arguments: ARGUMENTS };
    return { thought: THOUGHT, action, observation: RESULT };
  });
  const run = { agent: 'NAME', model: MODEL, task: TASK, steps, answer: ANSWER };
  console.log(JSON.stringify(run));
}`;

/** The lines above, with what to do with them. */
export const converterHint =
  'write a line for each run, as the ten lines below do once the words in capitals are your fields:\n' +
  converter;
