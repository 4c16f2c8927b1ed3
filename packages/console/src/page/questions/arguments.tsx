import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { foldsOf, membersOf, type Member, type Range } from '../../text/index.ts';
import type { Detail, Evidence } from '../api/shapes.ts';
import { isTyping } from '../parts/keys.ts';
import { toneOf } from '../parts/label.ts';
import { Written } from '../parts/written.tsx';

/** The arguments as they will run, byte for byte, with the origin of each. */
export function Arguments({ detail }: { readonly detail: Detail }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'f' && !isTyping(event)) setOpen((before) => !before);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const { args, tool, evidence } = detail;
  const members = tool === '' ? undefined : membersOf(args);
  return (
    <section aria-label="What will run">
      <h2>{tool === '' ? 'The answer, whole' : 'What will run'}</h2>
      {members === undefined ? (
        <Value text={args} sources={evidence} isOpen={isOpen} onOpen={() => setOpen(true)} />
      ) : (
        <table class="arguments">
          <caption class="sr">Arguments, each with its origin</caption>
          <thead>
            <tr>
              <th scope="col">Argument</th>
              <th scope="col">Value</th>
              <th scope="col">Origin</th>
            </tr>
          </thead>
          <tbody>
            {sorted(members, detail).map((member) => (
              <Row
                key={member.path}
                member={member}
                detail={detail}
                isOpen={isOpen}
                onOpen={() => setOpen(true)}
              />
            ))}
          </tbody>
        </table>
      )}
      {members?.length === 0 && <p class="quiet">No arguments.</p>}
    </section>
  );
}

/** Those that decide come first; the others stay in their order. */
function sorted(members: readonly Member[], { deciding }: Detail): readonly Member[] {
  const isDeciding = ({ pointer }: Member): boolean => deciding.some((at) => isUnder(at, pointer));
  return [...members.filter(isDeciding), ...members.filter((each) => !isDeciding(each))];
}

interface RowProps {
  readonly member: Member;
  readonly detail: Detail;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function Row({ member, detail, isOpen, onOpen }: RowProps): JSX.Element {
  const { path, value, pointer } = member;
  const found = detail.evidence.filter(({ argument }) => isUnder(argument, pointer));
  const isDeciding = detail.deciding.some((at) => isUnder(at, pointer));
  const isUnsourced = detail.unsourced.some((at) => isUnder(at, pointer));
  return (
    <tr data-deciding={isDeciding}>
      <th scope="row">
        <Written text={path} />
        {isDeciding && <span class="tag">decides</span>}
      </th>
      <td>
        <Value text={value} sources={found} isOpen={isOpen} onOpen={onOpen} />
      </td>
      <td>
        {found.slice(0, originsMax).map((each, at) => (
          <Origin key={at} evidence={each} />
        ))}
        {found.length > originsMax && (
          <span class="quiet">and {found.length - originsMax} more</span>
        )}
        {isUnsourced && <span class="origin">No text that the agent was given</span>}
        {found.length === 0 && !isUnsourced && <span class="quiet">Not looked for</span>}
      </td>
    </tr>
  );
}

const originsMax = 3;

function Origin({ evidence: { from, label, how } }: { readonly evidence: Evidence }) {
  return (
    <span class="origin" data-tone={toneOf(label)}>
      <Written text={from} />
      <span class="label" data-tone={toneOf(label)}>
        {label}
      </span>
      <span class="quiet">{how}</span>
    </span>
  );
}

interface ValueProps {
  readonly text: string;
  readonly sources: readonly Evidence[];
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** Characters that one view shows unfolded; beyond that a browser would stall. */
const openMax = 60_000;

function Value({ text, sources, isOpen, onOpen }: ValueProps): JSX.Element {
  const folds = foldsOf(
    text,
    sources.map(({ excerpt }) => excerpt),
  );
  const all: readonly Range[] = [[0, Math.min(text.length, openMax)]];
  const ranges = isOpen ? all : folds.ranges;
  const parts = ranges.map(([from, to], at) => {
    const gap = from - (ranges[at - 1]?.[1] ?? 0);
    return (
      <>
        {gap > 0 && <Fold count={gap} onOpen={onOpen} />}
        <Written text={text.slice(from, to)} />
      </>
    );
  });
  const rest = text.length - (ranges.at(-1)?.[1] ?? 0);
  return (
    <code class="json">
      {parts}
      {rest > 0 && <span class="fold">{rest} characters more: sluice approvals ID --json</span>}
      {!folds.isAll && !isOpen && <span class="fold">more links than these</span>}
    </code>
  );
}

function Fold({ count, onOpen }: { readonly count: number; readonly onOpen: () => void }) {
  return (
    <button type="button" class="fold" onClick={onOpen}>
      {count} characters folded
    </button>
  );
}

/** JSON pointers (RFC 6901). */
function isUnder(pointer: string, parent: string): boolean {
  return pointer === parent || pointer.startsWith(`${parent}/`);
}
