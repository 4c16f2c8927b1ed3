import { SluiceError } from '@sluice/core';

/** The error of a back end that holds labelled text: never the native error's own words. */
export function failed(model: string, what: string, hint: string): SluiceError {
  return new SluiceError('model-failed', `\`${model}\` ${what}`, { hint });
}

export function aborted(model: string): SluiceError {
  return new SluiceError('aborted', `the call of \`${model}\` was aborted`, {
    hint: 'call again with a signal that is not aborted',
  });
}

export function tooLong(model: string, tokens: number, tokensMax: number): SluiceError {
  const message = `${tokens} tokens are more than the ${tokensMax} that \`${model}\` is opened with`;
  return new SluiceError('limit-exceeded', message, {
    hint: 'raise `contextTokensMax`, or give fewer documents',
  });
}

export function closed(model: string): SluiceError {
  return failed(model, 'is closed', 'call it before `dispose`, or open the model again');
}

export function emptyPrompt(model: string): SluiceError {
  return failed(model, 'was given an empty prompt', 'give the prompt some text');
}
