import {
  Content,
  Opaque,
  regionsOf,
  type Message,
  type ModelReply,
  type Relevance,
} from '@sluice/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
import type { Saliency } from '../port/saliency.ts';
import { attention, type AttentionOptions } from './attention.ts';
import { featureNames, featuresOf } from './features/region-features.ts';
import { standardised, standardOf } from './features/standard.ts';
import { renderingOf } from './input/rendering.ts';
import { windowLimits } from './input/window-limits.ts';
import { windowsOf } from './input/windows.ts';
import { measure } from './measure/measure.ts';
import { train } from '../../../../research/src/training/train.ts';
import type { Screener } from './screener.ts';
import { copyingModel, copyingSaliency, wordTokenizer } from './testing/copying-model.ts';
import { madeChoice } from './testing/made-choice.ts';
import { levels, sends, told, trusted, untrusted } from './testing/told.ts';

const tokenizer = wordTokenizer();
const saliency = copyingSaliency();
const { signal } = new AbortController();
const options = { saliency, tokenizer, clearance: untrusted } as const;
const source = { model: copyingModel, method: 'gradient' };

/** Five results of one word, of which the draft says one. */
function pickOne(seed: number): { readonly words: readonly string[]; readonly chosen: string } {
  const words = Array.from({ length: 5 }, (_, at) => `w${seed * 7 + at}x`);
  return { words, chosen: words[seed % 5] ?? '' };
}

/** The largest share of one token; the model that copies puts nearly all on one. */
const peak: Screener = {
  source,
  limits: windowLimits,
  judge: { kind: 'feature', feature: 'peak' },
  calibration: { scale: 1, offset: -Math.log(0.5) },
  threshold: 0.5,
  choice: madeChoice,
};

let screener: Screener;

/** Trains a small screener on what the copying model makes of drafts that copy one result. */
beforeAll(async () => {
  const sequences: { inputs: Float64Array; targets: Uint8Array }[] = [];
  for (let seed = 1; seed <= 12; seed += 1) {
    const { words, chosen } = pickOne(seed);
    const rendering = renderingOf(told({ user: 'Send it.', results: words }), sends(chosen));
    const windows = rendering && windowsOf(rendering, tokenizer, windowLimits);
    if (rendering === undefined || windows === undefined) throw new Error('no windows');
    const measured = await measure(saliency, windows, { signal });
    const inputs = featuresOf({ rendering, windows: measured });
    const at = words.indexOf(chosen);
    const targets = rendering.regions.map(({ role, message }) => {
      return Number(role === 'text' && message === 3 + 2 * at);
    });
    sequences.push({ inputs, targets: Uint8Array.from(targets) });
  }
  const standard = standardOf(
    sequences.map(({ inputs }) => inputs),
    featureNames.length,
  );
  const ready = sequences.map(({ inputs, targets }) => {
    return { inputs: standardised(inputs, standard), targets };
  });
  const data = { training: ready, validation: ready };
  const { network } = train(data, featureNames.length, {
    hidden: 4,
    learningRate: 0.03,
    weightDecay: 1e-3,
    batch: 4,
    epochsMax: 40,
    patience: 40,
    seed: 1,
  });
  screener = {
    ...peak,
    judge: { kind: 'network', features: featureNames, standard, networks: [network] },
    calibration: { scale: 1, offset: 0 },
  };
});

interface Asked {
  readonly history?: ReturnType<typeof told>;
  readonly draft?: ModelReply;
  readonly own?: Partial<AttentionOptions>;
}

const history = told({ user: 'Send it.', results: ['w1x', 'w2x', 'w3x'] });

async function asked({
  history: read = history,
  draft = sends('w2x'),
  own = {},
}: Asked): Promise<Relevance> {
  const all = { ...options, screener, declarations: 'called', answers: 'all', ...own } as const;
  const propagator = attention(all);
  if (propagator.needs !== 'draft') throw new Error('it needs a draft');
  return propagator.relevant({ space: levels, history: read, draft, signal });
}

function idsOf(relevance: Relevance): readonly string[] {
  return relevance.kind === 'regions' ? relevance.regions : [relevance.kind];
}

/** Results have ids m3.0, m5.0, ... in these histories. */
function results(relevance: Relevance): readonly string[] {
  return idsOf(relevance).filter((id) => /^m(?:[3579]|11)\.0/.test(id));
}

describe('attention', () => {
  proves('attention/copied', async () => {
    for (const [at, word] of ['w1x', 'w2x', 'w3x'].entries()) {
      for (const judging of [screener, peak]) {
        const found = await asked({ draft: sends(word), own: { screener: judging } });
        expect(results(found)).toEqual([`m${3 + 2 * at}.0`]);
      }
    }
  });

  test('reads each call of a draft by itself', async () => {
    expect(results(await asked({ draft: sends('w1x', 'w3x') }))).toEqual(['m3.0', 'm7.0']);
  });

  test('counts system and user turns, and the declarations of what is called', async () => {
    const task = idsOf(await asked({})).filter((id) => !/^m[2-9]/.test(id));
    expect(task).toEqual(['t1', 'm0', 'm0.0', 'm1', 'm1.0']);
    const all = idsOf(await asked({ own: { declarations: 'all' } }));
    expect(all.filter((id) => id.startsWith('t'))).toEqual(['t0', 't1', 't2']);
  });

  test('names regions that the history has, in its order', async () => {
    const known = regionsOf(history).map(({ id }) => id);
    const ids = idsOf(await asked({}));
    expect(ids).toEqual(known.filter((id) => ids.includes(id)));
  });

  test('needs no model where there is nothing to judge', async () => {
    const silent: Saliency = { ...saliency, scores: () => Promise.reject(new Error('asked')) };
    const own = { saliency: silent };
    const empty = told({ user: 'Send it.', results: [] });
    expect(idsOf(await asked({ history: empty, own }))).toEqual(['t1', 'm0', 'm0.0', 'm1', 'm1.0']);
  });

  test('judges an answer where it is told to', async () => {
    const draft: ModelReply = { text: 'w3x', calls: [], stop: 'complete' };
    expect(idsOf(await asked({ draft }))).toEqual(['all']);
    expect(results(await asked({ draft, own: { answers: 'screened' } }))).toContain('m7.0');
  });
});

proves('attention/fails-closed', async () => {
  const calls = [{ tool: 'send', args: '{"to": "w2' }];
  const nothing: Saliency = {
    ...saliency,
    scores: ({ tokens, outputFrom }) =>
      Promise.resolve({
        scores: new Float64Array(outputFrom),
        rows: new Float64Array((tokens.length - outputFrom) * outputFrom).fill(Number.NaN),
        logProbabilities: new Float64Array(tokens.length - outputFrom),
      }),
  };
  const noNetwork = { ...screener.judge, networks: [] };
  const noFeature = { kind: 'feature', feature: 'none' } as const;
  const tight = { ...windowLimits, windowTokensMax: 16, windowsMax: 1 };
  const cases: readonly (readonly [string, Asked])[] = [
    ['it may not read the history', { own: { clearance: trusted } }],
    ['the draft is cut off', { draft: { ...sends('w2x'), stop: 'truncated' } }],
    ['the draft is no JSON', { draft: { text: '', calls, stop: 'complete' } }],
    ['there is no room', { own: { screener: { ...screener, limits: tight } } }],
    ['the saliency is another model’s', { own: { saliency: { ...saliency, model: 'other' } } }],
    ['the saliency is of another method', { own: { saliency: { ...saliency, method: 'x' } } }],
    ['the words are another model’s', { own: { tokenizer: { ...tokenizer, model: 'other' } } }],
    ['what it is told is no number', { own: { saliency: nothing } }],
    ['there is no network', { own: { screener: { ...screener, judge: noNetwork } } }],
    ['there is no such feature', { own: { screener: { ...peak, judge: noFeature } } }],
  ];
  for (const [why, given] of cases) expect(idsOf(await asked(given)), why).toEqual(['all']);
  // A single feature passes over what is no number: the regions that were read with it count.
  const blind = await asked({ own: { saliency: nothing, screener: peak } });
  expect(results(blind)).toEqual(['m3.0', 'm5.0', 'm7.0']);
});

describe('a model that fails', () => {
  const failing: Saliency = {
    ...saliency,
    scores: () => Promise.reject(new Error('out of memory')),
  };
  const rowless: Saliency = {
    ...saliency,
    scores: async (input, own) => ({ ...(await saliency.scores(input, own)), rows: undefined }),
  };
  // The monitor reads a throw as: every region is relevant.
  test.each([
    ['that throws', failing, /out of memory/],
    ['that has no rows', rowless, /no row for each output token/],
  ])('%s ends the judgement', async (_, broken, message) => {
    await expect(asked({ own: { saliency: broken } })).rejects.toThrow(message);
  });
});

proves('attention/unseen', async () => {
  const more: readonly Message[] = [
    {
      role: 'tool',
      callId: 'c0',
      parts: [{ kind: 'opaque', mediaType: 'image/png', data: new Opaque(1), label: untrusted }],
      shape: trusted,
    },
    {
      role: 'user',
      parts: [
        {
          kind: 'text',
          content: Content.of(levels, `${'much '.repeat(200)}pasted${' much'.repeat(200)}`, {
            start: 0,
            end: 2006,
            label: trusted,
            form: 'text',
            path: '$',
            parts: [
              { start: 1000, end: 1006, label: untrusted, form: 'text', path: '$', parts: [] },
            ],
          }),
        },
      ],
      shape: trusted,
    },
  ];
  const long = told({ user: 'Send it.', results: ['w1x'], more });
  const ids = idsOf(await asked({ history: long }));
  // The image, and the span of a long turn of which only beginning and end are read.
  expect(ids).toEqual(expect.arrayContaining(['m0.0', 'm4.0', 'm5.0.0']));
  const others = idsOf(await asked({ history: long, own: { unseen: 'irrelevant' } }));
  expect(ids.filter((id) => !others.includes(id))).toEqual(['m4.0', 'm5.0.0']);
});

describe('what is partly read', () => {
  /** A pasted text at the end of a user's turn; the middle of the turn is left out. */
  const pasted = (words: number): Message => {
    const text = `${'much '.repeat(200)}${'paste '.repeat(words)}`;
    const whole = { end: text.length, form: 'text', path: '$' } as const;
    const span = { ...whole, start: 1000, label: untrusted, parts: [] };
    const content = Content.of(levels, text, { ...whole, start: 0, label: trusted, parts: [span] });
    return { role: 'user', parts: [{ kind: 'text', content }], shape: trusted };
  };
  test.each([
    ['whole', 3, false],
    ['at its end alone', 60, true],
  ])('%s', async (_, words, isRelevant) => {
    const more = [pasted(words)];
    const ids = idsOf(await asked({ history: told({ user: 'Go.', results: ['w2x'], more }) }));
    expect(ids.includes('m4.0.0')).toBe(isRelevant);
  });
});

test('the pictures of a user count whatever is said of those of others', async () => {
  const picture = {
    kind: 'opaque',
    mediaType: 'image/png',
    data: new Opaque(1),
    label: untrusted,
  } as const;
  const more: readonly Message[] = [{ role: 'user', parts: [picture], shape: trusted }];
  const own = { unseen: 'irrelevant' } as const;
  const shown = told({ user: 'Go.', results: ['w2x'], more });
  expect(idsOf(await asked({ history: shown, own }))).toContain('m4.0');
});

test('a field that is empty counts for nothing', async () => {
  const fields = told({ user: 'Send it.', results: [{ empty: '', full: 'w2x' }] });
  const own = { screener: { ...screener, threshold: 0 } };
  const ids = idsOf(await asked({ history: fields, own }));
  expect(ids.filter((id) => id.startsWith('m3.0'))).toEqual(['m3.0', 'm3.0.1']);
});

/** Text that no result holds, a word a token. */
const padding = (words: number): string => 'p '.repeat(words / 2);

proves('attention/long-drafts', async () => {
  for (const words of [10, 60, 200, 600]) {
    for (const draft of [
      `${padding(words)}w3x`,
      `w3x ${padding(words)}`,
      `a ${padding(words)}w3x b`,
    ]) {
      expect(results(await asked({ draft: sends(draft) })), draft).toContain('m7.0');
    }
  }
  const args = JSON.stringify({ [`${padding(90)}w1x`]: 1, list: [padding(90), 'w2x'], to: 'w3x' });
  const draft = { ...sends(), calls: [{ tool: 'send', args }] };
  expect(results(await asked({ draft }))).toEqual(['m3.0', 'm5.0', 'm7.0']);
  const spread = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at}`, 'p p']));
  const many = { tool: 'send', args: JSON.stringify({ ...spread, to: 'w2x' }) };
  expect(results(await asked({ draft: { ...sends(), calls: [many] } }))).toContain('m5.0');
  // Nothing is read where all of it cannot be.
  const silent: Saliency = { ...saliency, scores: () => Promise.reject(new Error('asked')) };
  for (const tooLong of [
    sends(padding(9_000)),
    sends(...Array.from({ length: 33 }, () => 'w1x')),
  ]) {
    expect(await asked({ draft: tooLong, own: { saliency: silent } })).toEqual({
      kind: 'all',
      because: 'limit-reached',
    });
  }
});

test('a short draft is read once, a long one as often as it takes', async () => {
  const reads: number[] = [];
  const counting: Saliency = {
    ...saliency,
    scores: (input, own) => {
      reads.push(input.tokens.length - input.outputFrom);
      return saliency.scores(input, own);
    },
  };
  await asked({ draft: sends(padding(40)), own: { saliency: counting } });
  expect(reads.splice(0)).toHaveLength(1);
  await asked({ draft: sends(padding(60)), own: { saliency: counting } });
  expect(reads).toHaveLength(2);
  expect(Math.max(...reads)).toBeLessThanOrEqual(windowLimits.outputTokensMax);
});

proves('attention/no-saliency', async () => {
  for (const nothing of [0, 1e-30, Infinity]) {
    const blind: Saliency = {
      ...saliency,
      scores: async (input, own) => {
        const found = await saliency.scores(input, own);
        const row = found.rows?.slice() ?? new Float64Array();
        row.fill(nothing, 0, input.outputFrom);
        return { ...found, rows: row };
      },
    };
    const regions = await asked({ own: { saliency: blind } });
    const isAll = regions.kind === 'all';
    expect(isAll || results(regions).join() === 'm3.0,m5.0,m7.0', String(nothing)).toBe(true);
  }
});
