import fc from 'fast-check';

/**
 * Random tests draw the same cases each time, so that a change fails for what it changed.
 * `SLUICE_SEED=N npx vitest run` draws others.
 */
fc.configureGlobal({ seed: Number(process.env['SLUICE_SEED'] ?? 1) });
