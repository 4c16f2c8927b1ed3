import type { ChatModel, View } from '@sluice/core';

/** The same model, with a note of everything that it was shown. */
export function watched(model: ChatModel, views: View[]): ChatModel {
  return {
    name: model.name,
    generate: (request, options) => {
      views.push(request.view);
      return model.generate(request, options);
    },
  };
}
