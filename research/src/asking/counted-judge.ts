import { judge, type JudgeOptions } from '@sluice/core';
import { counted, type CountedPropagator } from './counted.ts';

/**
 * Core's judge (RTBAS 7.1) with its answers counted: how often a model, a small local one above
 * all, says nothing that can be used is what tells whether it is fit to judge.
 */
export function countedJudge(options: JudgeOptions): CountedPropagator {
  return counted(options.model, (model) => judge({ ...options, model }));
}
