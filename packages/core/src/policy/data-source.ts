/** Names of places that keep what a call writes, such as a folder of sent mail. */
export type StoresSource = string | readonly string[];

/** `line`: no line breaks or other control characters. `text`: any. */
export type DataForm = 'line' | 'text';

export type DataSource =
  | DataForm
  | {
      readonly form: DataForm;
      /** Replaces dimensions of the call's ceiling for this argument. Default: the call's. */
      readonly ceiling?: string | undefined;
      /** The same where it holds an address, a mention or a directive. Default: the call's. */
      readonly withLinks?: string | undefined;
      /** Stores that the value is written to. An empty list says that nobody reads it back. */
      readonly writes?: StoresSource | undefined;
      /** The reason why nothing acts on it, where its name says otherwise. */
      readonly notActedOn?: string | undefined;
      /** The reason why nobody reads it back. */
      readonly because?: string | undefined;
    };
