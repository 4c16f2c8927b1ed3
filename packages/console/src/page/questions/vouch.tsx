import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { call } from '../api/client.ts';
import { type Detail, done, type Region, regionShape, type Who } from '../api/shapes.ts';
import { wordsOf } from '../api/words.ts';
import { Lines, Written } from '../parts/written.tsx';

interface VouchProps {
  readonly detail: Detail;
  readonly who: Who;
}

/** For who may: a text that the call came from is trusted more from now on, or read by more. */
export function Vouch({ detail, who }: VouchProps): JSX.Element | null {
  const [region, setRegion] = useState<Region>();
  const [told, setTold] = useState<string>();
  const found = detail.evidence.filter(({ how, region: id }) => how !== 'declaration' && id !== '');
  const sources = [...new Map(found.map((each) => [each.region, each])).values()];
  if (!who.roles.includes('endorser') || sources.length === 0) return null;
  const look = async (id: string): Promise<void> => {
    const query = new URLSearchParams({ region: id, tenant: detail.tenant });
    try {
      setRegion(await call(`/runs/${detail.run}/region?${query}`, regionShape));
      setTold(undefined);
    } catch (error) {
      setTold(wordsOf(error));
    }
  };
  const onDone = (): void => {
    setRegion(undefined);
    setTold('Done. It holds from the agent’s next step on; this question stays as it was asked.');
  };
  return (
    <details class="behind">
      <summary>Vouch for a text</summary>
      <p class="quiet">
        Lowers the label of the text itself, for this run. It answers no question.
      </p>
      {region === undefined &&
        sources.slice(0, sourcesMax).map(({ region: id, from }) => (
          <button key={id} type="button" onClick={() => void look(id)}>
            The text of <Written text={from} /> ({id})
          </button>
        ))}
      {region !== undefined && <VouchForm detail={detail} region={region} onDone={onDone} />}
      <div role="status">{told !== undefined && <p class="done">{told}</p>}</div>
    </details>
  );
}

const sourcesMax = 6;
const textMax = 4_000;

interface FormProps {
  readonly detail: Detail;
  readonly region: Region;
  readonly onDone: () => void;
}

/** A person vouches for the text that is shown, named by its hash. */
function VouchForm({ detail, region, onDone }: FormProps): JSX.Element {
  const [problem, setProblem] = useState<string>();
  const text = region.pieces.join('\n');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { currentTarget } = event;
    if (!(currentTarget instanceof HTMLFormElement)) return;
    const given = new FormData(currentTarget);
    const { act, ...rest } = Object.fromEntries(given);
    const kind = act === 'declassify' ? 'declassify' : 'endorse';
    const { region: id, hash } = region;
    const body = { tenant: detail.tenant, region: id, hash, ...rest };
    try {
      await call(`/runs/${detail.run}/${kind}`, done, { method: 'POST', body });
      onDone();
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };
  return (
    <form class="vouch" onSubmit={(event) => void submit(event)}>
      <blockquote tabIndex={0}>
        <Lines text={text.slice(0, textMax)} />
        {text.length > textMax && ` (${text.length - textMax} characters more: sluice endorse)`}
      </blockquote>
      <p>
        It reads <span class="label">{region.label}</span>, and the call runs by itself up to{' '}
        <span class="label">{detail.ceiling ?? 'nothing'}</span>.
      </p>
      <Choice />
      <Field name="dimension" label="Dimension" value={detail.violations[0]?.dimension ?? ''} />
      <Field name="to" label="New value in that dimension" value="" />
      <Field name="because" label="Why you vouch for it" value="" />
      <div role="status">{problem !== undefined && <p class="notice">{problem}</p>}</div>
      <button type="submit">Vouch for this text</button>
    </form>
  );
}

function Choice(): JSX.Element {
  const id = useId();
  return (
    <div>
      <label for={id}>What changes</label>
      <select id={id} name="act" required>
        <option value="">choose</option>
        <option value="endorse">Endorse: it is trusted more</option>
        <option value="declassify">Declassify: more may read it</option>
      </select>
    </div>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

function Field({ name, label, value }: FieldProps): JSX.Element {
  const id = useId();
  return (
    <div>
      <label for={id}>{label}</label>
      <input id={id} name={name} required autocomplete="off" defaultValue={value} />
    </div>
  );
}
