import type { ChatModel } from '@sluice/core';

/** A session is given its model with each request. */
export const noModel: ChatModel = {
  name: 'none',
  generate: () => Promise.reject(new Error('no request has named a model')),
};
