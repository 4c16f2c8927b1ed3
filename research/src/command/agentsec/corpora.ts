import { readFileSync } from 'node:fs';
import { detectedBy } from '../../agentsec/corpus/detected.ts';
import { readEmails } from '../../agentsec/corpus/emails.ts';
import { readPromptShield } from '../../agentsec/corpus/prompt-shield.ts';
import type { Corpora } from '../../agentsec/corpus/with-corpus.ts';
import { SluiceError } from '@sluice/core';

export interface CorporaOptions {
  readonly background?: string;
  readonly injections?: string;
}

export interface ReadCorpora extends Corpora {
  /** What the filter does with the collection; nothing where none was given. */
  readonly figures: Readonly<Record<string, number>>;
}

/** Throws `file-unreadable`, for a file without any text too. */
export function readCorpora({ background, injections }: CorporaOptions): ReadCorpora {
  const prompts = injections === undefined ? [] : readPromptShield(textOf(injections));
  const { detected, falseAlarms } = detectedBy(prompts);
  const figures = {
    'agentsec.filter.detected': detected,
    'agentsec.filter.falseAlarms': falseAlarms,
  };
  return {
    background: background === undefined ? [] : passagesIn(background),
    injections: prompts.filter(({ isInjection }) => isInjection).map(({ text }) => text),
    figures: injections === undefined ? {} : figures,
  };
}

/** A file without a word is a mistake in use: nothing would stand in any observation. */
function passagesIn(file: string): readonly string[] {
  const passages = readEmails(textOf(file));
  if (passages.length > 0) return passages;
  throw new SluiceError('file-unreadable', `\`${file}\` has no text`, {
    hint: 'give plain e-mails, or any text: each mail is one passage',
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new SluiceError('file-unreadable', `cannot read \`${file}\``, {
      hint: 'name a file that is there',
      cause,
    });
  }
}
