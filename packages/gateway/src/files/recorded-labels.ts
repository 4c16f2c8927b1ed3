import { anyFolder, joinAll, type Label, type LabelSpace } from '@sluice/core';
import type { FileCause, FileRecord } from '../store/file-store.ts';
import type { FileCall } from '@sluice/core';
import { areRelated, isHistory, Workspace } from './paths.ts';
import type { TenantFiles } from './tenant-files.ts';

/** A label that is to stand at a file, and why. */
export interface Raise {
  readonly label: Label;
  readonly cause: FileCause;
  readonly call: Pick<FileCall, 'id'>;
  readonly hash?: string | undefined;
}

/** Which of the records count. */
interface Which {
  /** `undefined`: those of files that are no longer there count too. */
  readonly gone: ReadonlySet<FileRecord> | undefined;
}

/** The recorded labels of a tenant as one policy reads them. */
export class RecordedLabels {
  readonly #files: TenantFiles;
  readonly #space: LabelSpace;
  readonly #workspace: Workspace;
  readonly #parsed: Map<string, Label> = new Map();

  constructor(
    files: TenantFiles,
    { space, workspace }: { readonly space: LabelSpace; readonly workspace: Workspace },
  ) {
    this.#files = files;
    this.#space = space;
    this.#workspace = workspace;
  }

  /** The label of the files that these paths name, of folders with all that they hold. */
  ofNamed(names: readonly string[], which: Which): Label {
    const loose = names.filter((name) => name.startsWith(anyFolder));
    const files = names
      .filter((name) => !name.startsWith(anyFolder))
      .flatMap((name) => this.#workspace.filesOf(name));
    const parts = loose.map((name) => name.slice(anyFolder.length).split('/'));
    return this.#joined(which, ({ path }) => {
      const isNamed = files.some((file) => areRelated(path, file));
      return isNamed || parts.some((each) => this.#workspace.mayHold(path, each));
    });
  }

  /** The label of all that lies in the workspace; `everywhere`: of files elsewhere too. */
  ofAll(which: Which, { everywhere }: { readonly everywhere: boolean }): Label {
    return this.#joined(which, ({ path }) => everywhere || this.isInWorkspace(path));
  }

  /** The label of the files of the workspace that may be run. */
  ofRun(which: Which): Label {
    return this.#joined(which, ({ path }) => this.isInWorkspace(path) && !isHistory(path));
  }

  isInWorkspace(path: string): boolean {
    return this.#workspace.all.some((root) => areRelated(root, path));
  }

  /** Raises the label of a file; what stands there already stays. */
  raise(
    path: string,
    { label, cause, call, hash }: Raise,
    by: { run: string; atMs: number },
  ): void {
    const known = cause === 'open' ? undefined : this.#files.get(path);
    const before = known && this.#labelOf(known);
    if (before !== undefined && this.#space.flowsTo(label, before)) return;
    const text = (before === undefined ? label : this.#space.join(label, before)).text;
    this.#files.put({ path, label: text, cause, call: call.id, hash, ...by });
  }

  #joined({ gone }: Which, counts: (record: FileRecord) => boolean): Label {
    const counted = this.#files.all.filter((record) => {
      // What an open command has changed by now is recorded apart, where its files are watched.
      if (record.cause === 'open' && this.#files.open.has(record.call)) return false;
      return gone?.has(record) !== true && counts(record);
    });
    return joinAll(
      this.#space,
      counted.map((record) => this.#labelOf(record)),
    );
  }

  /** A label that this policy cannot read is top. */
  #labelOf({ label: text }: FileRecord): Label {
    const known = this.#parsed.get(text);
    if (known !== undefined) return known;
    const label = this.#read(text);
    this.#parsed.set(text, label);
    return label;
  }

  #read(text: string): Label {
    try {
      return this.#space.parse(text);
    } catch {
      return this.#space.top;
    }
  }
}
