import { type ChatModel, textOf, type View } from '@sluice/core';
import { drawOf } from '../../draw.ts';
import { needsOf } from '../task/oracle-label.ts';
import type { PrivacyTask } from '../task/task.ts';
import { standsIn } from './seen.ts';

const marker = /<<(\/?)(?:REGION|DOCUMENT)_(\d+)>>/g;

/**
 * The arguments of an honest judge's report: the first place at which each text stands that the
 * task's next output needs.
 */
export function report(task: PrivacyTask, view: View): string {
  return reportOf(view, numbersFor(task, view));
}

/** A judge that names as many regions as an honest one would, drawn by chance. */
export function randomJudge(task: PrivacyTask, seed: number): ChatModel {
  return {
    name: 'privacy-judge:random',
    generate: ({ view, mustCall = '' }) => {
      const many = numbersFor(task, view).length;
      const all = markedIn(transcriptIn(view)).map(({ number }) => number);
      const named = drawOf(seed + hashOf(task.id) + stepIn(transcriptIn(view)))
        .shuffled(all)
        .slice(0, many);
      const call = { tool: mustCall, args: reportOf(view, named) };
      return Promise.resolve({ text: '', calls: [call], stop: 'complete' });
    },
  };
}

function numbersFor(task: PrivacyTask, view: View): readonly number[] {
  const transcript = transcriptIn(view);
  const marked = markedIn(transcript);
  const step = task.steps[stepIn(transcript)];
  const needs = step === undefined ? (task.told ?? []).map((text) => ({ text })) : needsOf(step);
  const numbers = needs.flatMap(({ text }) => {
    const first = marked.find((each) => standsIn(each.text, text));
    return first === undefined ? [] : [first.number];
  });
  return [...new Set(numbers)];
}

/** The tool that reports names its list of numbers itself: `regions`, `documents`. */
function reportOf({ tools }: View, numbers: readonly number[]): string {
  const properties: unknown = tools[0]?.parameters['properties'];
  const names = typeof properties === 'object' ? Object.keys(properties ?? {}) : [];
  const name = names.find((each) => each !== 'reasoning') ?? 'regions';
  return JSON.stringify({ reasoning: 'What the next call is made from.', [name]: numbers });
}

function transcriptIn({ messages }: View): string {
  return messages
    .map((message) => (message.role === 'assistant' ? message.text : textOf(message.parts)))
    .join('\n');
}

/** How many generations with calls stand after the last user's turn of the transcript. */
function stepIn(transcript: string): number {
  const own = transcript.slice(transcript.lastIndexOf('\n[user]'));
  return [...own.matchAll(/\n\[(?:assistant calls|agent)[ \]]/g)].length;
}

/** So that each task has chances of its own. */
function hashOf(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}

/** A stretch of a transcript between two markers, without the stretches inside it. */
interface Marked {
  readonly number: number;
  readonly text: string;
}

/** The numbered stretches of a transcript (`transcriptOf` of the core), in the order of numbers. */
export function markedIn(transcript: string): readonly Marked[] {
  const open: { readonly number: number; text: string }[] = [];
  const closed: Marked[] = [];
  let from = 0;
  for (const match of transcript.matchAll(marker)) {
    const around = open.at(-1);
    if (around !== undefined) around.text += transcript.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[1] === '') open.push({ number: Number(match[2]), text: '' });
    else closed.push(...open.splice(-1));
  }
  return closed.toSorted((a, b) => a.number - b.number);
}
