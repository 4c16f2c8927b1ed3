import { z } from 'zod';
import { Answers } from '../../task/answers.ts';
import { callRecordSchema } from './call-record.ts';

const playedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('finished'),
    calls: z.array(callRecordSchema).readonly(),
    done: z.boolean(),
    modelCalls: z.number(),
    /** How often everything counted as relevant, by the reason: nothing was told apart there. */
    everything: z.record(z.string(), z.number()).readonly(),
  }),
  z.object({ kind: z.literal('error'), message: z.string() }),
]);

/** One run of a task under a defence, as it was graded. */
export type Played = Readonly<z.output<typeof playedSchema>>;

/** Runs that are over, kept in a file. Errors are not kept: they are tried again. */
export function playedAnswers(file?: string): Answers<Played> {
  return new Answers(playedSchema, { file, isKept: ({ kind }) => kind === 'finished' });
}
