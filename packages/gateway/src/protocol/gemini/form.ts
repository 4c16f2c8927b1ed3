import type { AnswerForm } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { formFields } from './tables.ts';

/** The form of the answer stands among the options of the generation. */
export const form: AnswerForm = {
  of: ({ generationConfig }) => {
    if (!isRecord(generationConfig)) return [];
    return [generationConfig['responseSchema'], generationConfig['responseJsonSchema']];
  },
  without: ({ generationConfig, ...params }) => {
    if (!isRecord(generationConfig)) return params;
    const kept = Object.entries(generationConfig).filter(([name]) => !isOfForm(name));
    return { ...params, generationConfig: Object.fromEntries(kept) };
  },
};

function isOfForm(name: string): boolean {
  return formFields.some((each) => each === name);
}
