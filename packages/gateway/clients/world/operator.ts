import * as z from 'zod';

const questions = z.object({
  questions: z.array(z.object({ id: z.string(), tool: z.string(), run: z.string() })),
});
const question = z.object({ hash: z.string(), args: z.string() });
const added = z.object({ secret: z.string() });

export type Open = z.output<typeof questions>['questions'][number];

/** A person with an operator's key, over the API. */
export class Operator {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /** The key of a client; a tenant's own, so that runs that read alike stay apart. */
  async addClient(tenant: string, profile: string): Promise<string> {
    const body = { kind: 'client', name: tenant, tenant, profile };
    return added.parse(await this.#call('POST', '/keys', body)).secret;
  }

  async open(tenant: string): Promise<readonly Open[]> {
    return questions.parse(await this.#call('GET', `/questions?tenant=${tenant}`)).questions;
  }

  /** A question, as a person is shown it. */
  show(id: string): Promise<unknown> {
    return this.#call('GET', `/questions/${id}`);
  }

  /** The arguments of the call that is asked about. */
  async argsOf(id: string): Promise<string> {
    return question.parse(await this.#call('GET', `/questions/${id}`)).args;
  }

  async answer(id: string, kind: 'approve' | 'deny'): Promise<void> {
    const { hash } = question.parse(await this.show(id));
    await this.#call('POST', `/questions/${id}/${kind}`, { hash });
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const value: unknown = await response.json();
    if (response.ok) return value;
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(value)}`);
  }
}
