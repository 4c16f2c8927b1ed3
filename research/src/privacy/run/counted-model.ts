import type { ChatModel } from '@sluice/core';

/** Counts the generations that a defence asks of a model, its own trials included. */
export class CountedModel implements ChatModel {
  calls = 0;
  readonly name: string;
  readonly generate: ChatModel['generate'];

  constructor(inner: ChatModel) {
    this.name = inner.name;
    this.generate = (request, options) => {
      this.calls += 1;
      return inner.generate(request, options);
    };
  }
}
