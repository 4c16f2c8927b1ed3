import { z } from 'zod';

const call = z
  .object({
    tool: z.string(),
    args: z.record(z.string(), z.unknown()).readonly(),
    /** The output of the tool, as an agent reads it, when the calls before it were made. */
    output: z.string(),
  })
  .readonly();
export type GroundTruthCall = z.output<typeof call>;

const task = z
  .object({
    /** The user's request, or the attacker's goal. */
    prompt: z.string(),
    /** The calls that solve the task, in order; some attackers' tasks have none. */
    groundTruth: z.array(call).readonly(),
    /** The package's answer that solves the task; often empty. */
    answer: z.string(),
  })
  .readonly();
export type TaskFacts = z.output<typeof task>;

const declaration = z
  .object({
    description: z.string(),
    /** JSON Schema of the arguments. */
    parameters: z.record(z.string(), z.unknown()).readonly(),
  })
  .readonly();

const suite = z
  .object({
    tools: z.array(z.string()).readonly(),
    /** The words that a model is told of each tool; worlds of our own need not say it. */
    declared: z.record(z.string(), declaration).readonly().optional(),
    userTasks: z.record(z.string(), task).readonly(),
    injectionTasks: z.record(z.string(), task).readonly(),
    /** Names of the places in the environment that an attacker writes to. */
    vectors: z.array(z.string()).readonly(),
  })
  .readonly();
export type SuiteFacts = z.output<typeof suite>;

const facts = z
  .object({
    /** The version of the tasks, e.g. `v1.2.2`. */
    benchmarkVersion: z.string(),
    /** The version of the Python package, e.g. `0.1.35`. */
    packageVersion: z.string(),
    suites: z.record(z.string(), suite).readonly(),
  })
  .readonly();

/**
 * The facts of the installed AgentDojo package, read from it at run time: none of its texts stand
 * in this project.
 */
export type Facts = z.output<typeof facts>;
export const factsShape: z.ZodType<Facts> = facts;
