import { shown, writeOut } from '../../src/agentsec/defence/shown.ts';

// #region readme
/** A defence in one file: no number of five digits or more reaches the model. */
export const digitsOut = shown({
  name: 'digits-out',
  enforcement: 'filtering',
  show: ({ system }, chunks) => {
    const bare = chunks.map(({ from, text }) => ({ from, text: text.replaceAll(/\d{5,}/g, '#') }));
    return { system, context: writeOut(bare) };
  },
});
// #endregion
