import { spawn } from 'node:child_process';

/** The extracted model as a process: one frame in, one frame out. */
export interface Extracted {
  readonly run: (frame: string) => Promise<string>;
  readonly close: () => void;
}

export function extracted(program: string): Extracted {
  const child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: { readonly resolve: (text: string) => void; reject: (e: Error) => void }[] = [];
  let held = Buffer.alloc(0);
  const fail = (error: Error): void => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  child.on('error', fail);
  child.on('exit', (code) => fail(new Error(`the extracted model ended with code ${code}`)));
  child.stdout.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const end = held.indexOf(10);
      const size = Number(held.subarray(0, Math.max(end, 0)).toString());
      if (end === -1 || held.length < end + 1 + size) return;
      waiting.shift()?.resolve(held.subarray(end + 1, end + 1 + size).toString());
      held = held.subarray(end + 1 + size);
    }
  });
  return {
    run: (frame) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.stdin.write(`${Buffer.byteLength(frame)}\n${frame}`);
      }),
    close: () => child.stdin.end(),
  };
}
