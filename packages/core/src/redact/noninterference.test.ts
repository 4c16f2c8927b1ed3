import fc from 'fast-check';
import { expect } from 'vitest';
import {
  arbitraryPart,
  arbitraryPieces,
  arbitraryTurn,
  arbitraryTurns,
  declaredTools,
  historyOf,
} from '../../test/labelled-histories.ts';
import { smallLattices, type SmallLattice } from '../../test/small-lattices.ts';
import { varied, type Noise } from '../../test/varied-histories.ts';
import type { LabelledTool } from '../history/message.ts';
import type { PlainMessage } from '../history/plain.ts';
import type { Label } from '../label/label.ts';
import { proves } from '../testing/proves.ts';
import { redact, type Structure } from './redact.ts';

const structures: readonly Structure[] = ['keep', 'drop'];
const kinds = smallLattices.flatMap((small) =>
  structures.map((structure) => ({ ...small, structure })),
);

proves('redact/noninterference', () => {
  for (const small of smallLattices) hidesWhatDoesNotFlow(small, 'keep');
});

proves('redact/drop', () => {
  for (const small of smallLattices) hidesWhatDoesNotFlow(small, 'drop');
});

proves('redact/paired', () => {
  for (const { lattice, label, structure } of kinds) {
    fc.assert(
      fc.property(arbitraryTurns(label), label, (turns, cleared) => {
        const history = historyOf(lattice, turns, { idPrefix: 'id' });
        const { messages } = redact(lattice, history, cleared, { structure });
        expect(unpaired(messages)).toEqual([]);
      }),
    );
  }
});

proves('redact/ids', () => {
  for (const { lattice, label, structure } of kinds) {
    fc.assert(
      fc.property(arbitraryTurns(label), label, (turns, cleared) => {
        const history = historyOf(lattice, turns, { idPrefix: 'stored-' });
        const shown = redact(lattice, history, cleared, { structure });
        const ids = shown.messages.flatMap((each) =>
          each.role === 'assistant' ? each.calls.map(({ id }) => id) : [],
        );
        expect(ids).toEqual(ids.map((_, at) => `call_${at + 1}`));
        expect(JSON.stringify(shown)).not.toContain('stored-');
      }),
    );
  }
});

/** The views of two histories that agree on what flows to a label are equal. */
function hidesWhatDoesNotFlow({ lattice, label }: SmallLattice, structure: Structure): void {
  const noise: fc.Arbitrary<Noise> = fc.record({
    turns: fc.array(arbitraryTurn(label), { maxLength: 3 }),
    parts: fc.array(arbitraryPart(label), { maxLength: 3 }),
    pieces: arbitraryPieces(label),
  });
  const tools = declaredTools.map((name) => fc.tuple(fc.constant(name), label, fc.string()));
  fc.assert(
    fc.property(
      arbitraryTurns(label),
      fc.tuple(...tools),
      fc.tuple(noise, label),
      (turns, declared, [others, cleared]) => {
        const other = varied(turns, { space: lattice, cleared, noise: others, structure });
        const labelled = declared.map(([name, of, text]) => toolOf(name, of, text));
        const otherTools = declared.map(([name, of, text]) =>
          toolOf(name, of, lattice.flowsTo(of, cleared) ? text : `${text}, or not`),
        );
        const histories = [
          historyOf(lattice, turns, { idPrefix: 'a', tools: labelled }),
          historyOf(lattice, other, { idPrefix: 'b', tools: otherTools }),
        ];
        const [one, two] = histories.map((each) => redact(lattice, each, cleared, { structure }));
        expect(two).toEqual(one);
      },
    ),
    { numRuns: 400 },
  );
}

/** Messages that break the rule of providers: after each call its one result, before all else. */
function unpaired(messages: readonly PlainMessage[]): readonly PlainMessage[] {
  let open: readonly string[] = [];
  return messages.filter((message) => {
    if (message.role === 'tool') {
      const known = open.includes(message.callId);
      open = open.filter((id) => id !== message.callId);
      return !known;
    }
    const early = open.length > 0;
    open = message.role === 'assistant' ? message.calls.map(({ id }) => id) : [];
    return early;
  });
}

function toolOf(name: string, label: Label, description: string): LabelledTool {
  return { tool: { name, description, parameters: { type: 'object', x: 1 } }, label };
}
