import { statSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import type { FileCall, FileLabels, FileUse, Label, Policy, PolicyFiles } from '@sluice/core';
import { limits } from '../limits.ts';
import type { FileRecord } from '../store/file-store.ts';
import { changedIn, type Listing, listFiles, seenAt } from './listing.ts';
import { recordedAs, Workspace } from './paths.ts';
import { RecordedLabels } from './recorded-labels.ts';
import type { KnownFiles, TenantFiles } from './tenant-files.ts';

export interface RunFilesParts {
  readonly policy: Policy;
  readonly files: PolicyFiles;
  readonly known: KnownFiles;
  readonly tenant: string;
  readonly run: string;
  readonly nowMs: () => number;
}

/** A command that is to be given out, and the label of what it may write. */
interface Command {
  readonly call: Pick<FileCall, 'id'>;
  readonly label: Label;
}

interface Loaded {
  readonly tenant: TenantFiles;
  readonly labels: RecordedLabels;
}

/**
 * The labels of files in one run. Before a step it finds out what commands have changed whose
 * results have come, and after it, how the files stand that the commands given out may change.
 */
export class RunFiles implements FileLabels {
  readonly #parts: RunFilesParts;
  readonly #workspace: Workspace;
  /** The label of what a call read, as files stood when it was decided on. */
  readonly #noted: Map<string, Label> = new Map();
  readonly #uses: Map<string, FileUse | undefined> = new Map();
  #commands: Command[] = [];
  #loaded: Loaded | undefined;
  /** Files that were not there when the step began. */
  #gone: ReadonlySet<FileRecord> = new Set();

  constructor(parts: RunFilesParts) {
    this.#parts = parts;
    this.#workspace = new Workspace(parts.files.workspace);
  }

  decided(call: FileCall, label: Label): void {
    const { policy } = this.#parts;
    const use = this.#useOf(call);
    if (use === undefined) return;
    const read = this.#readBy(use, this.#gone);
    this.#noted.set(call.id, read);
    const { space } = policy;
    const copied = use.copies ? space.join(read, this.#ownLabel(call)) : space.bottom;
    if (use.writes === 'any') this.#opens(call, space.join(space.join(label, read), copied));
    else for (const name of use.writes) this.#writes(name, call, space.join(label, copied));
  }

  label(call: FileCall): Label {
    const { space } = this.#parts.policy;
    const use = this.#useOf(call);
    if (use === undefined) return space.bottom;
    const noted = this.#noted.get(call.id);
    // Another process decided it: what is gone by now may have been there.
    const now = this.#readBy(use, noted === undefined ? undefined : this.#gone);
    return noted === undefined ? now : space.join(noted, now);
  }

  runs(call: Omit<FileCall, 'id'>): Label {
    const { tenant, labels } = this.#ready;
    const { bottom } = this.#parts.policy.space;
    if (tenant.size === 0 || this.#useOf(call)?.runs !== true) return bottom;
    return labels.ofRun({ gone: this.#gone });
  }

  /** Reads what is recorded. */
  async load(): Promise<void> {
    const { known, tenant: name, policy } = this.#parts;
    if (this.#loaded !== undefined) return;
    const tenant = await known.of(name);
    const place = { space: policy.space, workspace: this.#workspace };
    this.#loaded = { tenant, labels: new RecordedLabels(tenant, place) };
  }

  /** Before a step: results of these calls have come. */
  async begin(results: ReadonlySet<string>): Promise<void> {
    await this.load();
    const { tenant, labels } = this.#ready;
    await this.#compare(results);
    const gone = new Set<FileRecord>();
    const isHere = tenant.size > 0 && this.#workspace.isHere;
    for (const record of tenant.all) {
      if (!isHere || !labels.isInWorkspace(record.path)) continue;
      if (await isGone(record.path)) gone.add(record);
      else if (record.cause === 'written' && results.has(record.call)) await this.#look(record);
    }
    this.#gone = gone;
    await tenant.save();
  }

  /** After a step, before its calls are given out. */
  async end(): Promise<void> {
    const { tenant } = this.#ready;
    const commands = this.#commands.splice(0);
    const roots = this.#workspace.roots;
    const isHere = commands.length > 0 && this.#workspace.isHere;
    const before = isHere ? await this.#list(roots) : undefined;
    for (const command of commands) this.#watch(command, before);
    await tenant.save();
  }

  get #ready(): Loaded {
    if (this.#loaded === undefined) throw new Error('the labels of files were not read');
    return this.#loaded;
  }

  #useOf({ tool, args }: Omit<FileCall, 'id'>): FileUse | undefined {
    const key = JSON.stringify([tool, args]);
    if (this.#uses.has(key)) return this.#uses.get(key);
    if (this.#uses.size >= limits.fileUsesKeptMax) this.#uses.clear();
    const use = this.#parts.files.use(tool, args);
    this.#uses.set(key, use);
    return use;
  }

  #readBy({ reads, copies }: FileUse, gone: ReadonlySet<FileRecord> | undefined): Label {
    const { labels } = this.#ready;
    return reads === 'any'
      ? labels.ofAll({ gone }, { everywhere: copies })
      : labels.ofNamed(reads, { gone });
  }

  /** The label that the policy by itself gives to what the call reads. */
  #ownLabel({ tool, args }: FileCall): Label {
    const { policy } = this.#parts;
    const read: unknown = JSON.parse(args);
    if (!isRecord(read)) return policy.space.top;
    return policy.labelResult({ tool, args: read, text: '', failed: false }).label;
  }

  #writes(name: string, call: FileCall, label: Label): void {
    const { policy, files } = this.#parts;
    for (const file of this.#workspace.filesOf(name)) {
      if (policy.space.flowsTo(label, files.floor(this.#workspace.below(file) ?? file))) continue;
      this.#raise(file, { label, cause: 'written', call });
      // It has other names, which nobody knows here.
      if (hasOtherNames(file)) this.#raiseAll({ label, call });
    }
  }

  #opens(call: FileCall, label: Label): void {
    const { policy, files } = this.#parts;
    if (policy.space.flowsTo(label, files.floor())) return;
    for (const root of this.#workspace.all) this.#raise(root, { label, cause: 'open', call });
    this.#commands.push({ call, label });
  }

  #watch(command: Command, before: Listing | undefined): void {
    const { tenant } = this.#ready;
    const { id } = command.call;
    const changed = (files: readonly string[] | undefined): void => this.#changed(files, command);
    const close = (): void => {
      for (const record of tenant.all) {
        if (record.cause === 'open' && record.call === id) tenant.remove(record);
      }
    };
    if (before === undefined) {
      changed(undefined);
      return close();
    }
    const untilMs = this.#parts.nowMs() + limits.commandMsMax;
    tenant.open.set(id, { roots: this.#workspace.roots, before, untilMs, changed, close });
  }

  #changed(changed: readonly string[] | undefined, { call, label }: Command): void {
    const { policy, files } = this.#parts;
    const { tenant } = this.#ready;
    const all = new Set(changed?.map((file) => this.#recordedAt(file)));
    const isMany = tenant.size + all.size > limits.recordedFilesMax;
    if (changed === undefined || isMany || all.size > limits.changedFilesMax) {
      return this.#raiseAll({ label, call });
    }
    for (const file of all) {
      const floor = files.floor(this.#workspace.below(file) ?? file);
      if (!policy.space.flowsTo(label, floor)) this.#raise(file, { label, cause: 'changed', call });
    }
  }

  #recordedAt(file: string): string {
    const below = this.#workspace.below(file);
    return below === undefined
      ? file
      : file.slice(0, file.length - below.length) + recordedAs(below);
  }

  #raise(file: string, what: Parameters<RecordedLabels['raise']>[1]): void {
    const { run, nowMs } = this.#parts;
    this.#ready.labels.raise(file, what, { run, atMs: nowMs() });
  }

  #raiseAll({ label, call }: Command): void {
    for (const root of this.#workspace.all) this.#raise(root, { label, cause: 'unlisted', call });
  }

  /** Records what open commands have changed by now, of other runs too. */
  async #compare(results: ReadonlySet<string>): Promise<void> {
    const { tenant, labels } = this.#ready;
    const listings = new Map<string, Listing | undefined>();
    for (const [call, command] of tenant.open) {
      if (!command.roots.some((root) => labels.isInWorkspace(root))) continue;
      const key = command.roots.join('\n');
      if (!listings.has(key)) listings.set(key, await this.#list(command.roots));
      const after = listings.get(key);
      command.changed(after && changedIn(command.before, after));
      if (!results.has(call) && this.#parts.nowMs() < command.untilMs) continue;
      tenant.open.delete(call);
      command.close();
    }
  }

  async #list(roots: readonly string[]): Promise<Listing | undefined> {
    const { tenant } = this.#ready;
    const found = await listFiles(roots, tenant.listed);
    tenant.listed = found ?? tenant.listed;
    return found;
  }

  async #look(record: FileRecord): Promise<void> {
    const seen = await seenAt(record.path).catch(() => undefined);
    const { tenant } = this.#ready;
    if (tenant.get(record.path) !== record || seen === undefined) return;
    if (seen.hash !== record.hash) tenant.put({ ...record, hash: seen.hash });
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function isGone(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return false;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
  }
}

function hasOtherNames(file: string): boolean {
  try {
    const found = statSync(file);
    return found.isFile() && found.nlink > 1;
  } catch {
    return false;
  }
}
