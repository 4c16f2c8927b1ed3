import * as z from 'zod/mini';
import { optional, strictObject as object } from 'zod/mini';
import { fileKinds } from '../file/kinds.ts';
import type { OperatorName } from '../operators/operators.ts';
import { effects } from '../shell/effects.ts';
import type * as source from '../source.ts';
import { listOf, named, text } from './shape.ts';

type Shape<Value> = z.ZodMiniType<Value>;

export const flag: z.ZodMiniOptional<z.ZodMiniBoolean> = optional(z.boolean());

const scalar: Shape<source.ScalarSource> = z.custom<source.ScalarSource>(isScalar).check(
  z.meta({
    description: 'a text, a number, `true`, `false` or `null`',
    type: ['string', 'number', 'boolean', 'null'],
  }),
);

function isScalar(value: unknown): boolean {
  return (
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'string' ||
    Number.isFinite(value)
  );
}

const scalars = z.array(scalar);

const folder = text('a folder such as `/srv/handbook`', '/srv/handbook');
const host = text('a host such as `acme.example`', 'acme.example');

const someEffects = z.array(z.enum(effects)).check(z.minLength(1));
const kinds = z.array(z.enum(fileKinds)).check(z.minLength(1));

/** A row for each operator: the types see to it. */
const operators = {
  in: optional(scalars),
  notIn: optional(scalars),
  matches: optional(text('a regular expression that the whole text must match')),
  under: optional(z.union([listOf(folder, '[/srv/handbook]'), folder])),
  host: optional(z.union([listOf(host, '[acme.example]'), host])),
  shell: optional(someEffects),
  shellDoes: optional(someEffects),
  file: optional(kinds),
  patch: optional(kinds),
  atLeast: optional(z.number()),
  atMost: optional(z.number()),
  exists: flag,
} satisfies { readonly [Name in OperatorName]-?: Shape<source.OperatorsSource[Name]> };

const condition: Shape<source.ConditionSource> = z.union([object(operators), scalars, scalar]);

export const when: Shape<source.WhenSource> = named(condition, {
  min: 1,
  example: '{ to: ann@acme.example }',
});

const { in: allow, notIn: deny, exists: _, ...bounds } = operators;

export const argument: Shape<source.ArgumentSource> = object({
  allow,
  deny,
  ...bounds,
  optional: flag,
});
