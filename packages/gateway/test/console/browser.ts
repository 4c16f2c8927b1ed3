import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { newSecret, secretHash } from '../../src/store/secrets.ts';
import type { Role } from '../../src/store/store.ts';
import { openAiChat } from '../compatibility/clients/openai-chat.ts';
import { tools } from '../compatibility/world.ts';
import { resultOf, task } from './scene.ts';
import { startRig, type Rig, type RigOptions } from '../gateway/harness.ts';
import type { Script } from '../upstream/script.ts';

/** A browser of the machine; none is downloaded. */
export const browserPath: string | undefined = [
  process.env['SLUICE_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((each) => each !== undefined && existsSync(each));

let browser: Promise<Browser> | undefined;

function theBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: browserPath ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  return browser;
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}

export interface Look {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

export interface Desk {
  readonly rig: Rig;
  /** The tools that the agent ran, in order, each with its arguments. */
  readonly ran: readonly string[];
  /** Lets the agent work on something; resolves to what it says in the end. */
  readonly work: (text?: string) => Promise<string>;
  /** The key of a new operator. */
  readonly operator: (name: string, more?: Partial<OperatorMore>) => Promise<string>;
  /** A browser of its own. */
  readonly visit: (look?: Look) => Promise<Page>;
  /** A browser in which somebody is signed in by a link, at a place. */
  readonly signedIn: (key: string, place?: string, look?: Look) => Promise<Page>;
  /** Complaints of the browsers about the page: there must be none. */
  readonly complaints: readonly string[];
}

interface OperatorMore {
  readonly roles: readonly Role[];
  readonly clearance: string;
}

/** A gateway with an agent before it, and operators with browsers. All of it is real. */
export async function startDesk(script: Script, options: RigOptions = {}): Promise<Desk> {
  const rig = await startRig(options);
  onTestFinished(async () => await rig[Symbol.asyncDispose]());
  rig.upstream.play(script);
  const ran: string[] = [];
  const complaints: string[] = [];
  const visit = async ({ theme = 'light', width = 1280, height = 860 }: Look = {}) => {
    const context = await (
      await theBrowser()
    ).newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' });
    onTestFinished(async () => await context.close());
    const page = await context.newPage();
    page.on('console', (message) => {
      const text = message.text();
      // What the gateway refuses, browsers count as an error too.
      if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
        complaints.push(text);
    });
    page.on('pageerror', (error) => void complaints.push(error.message));
    return page;
  };
  return {
    rig,
    ran,
    complaints,
    visit,
    work: async (text = task) => {
      const chat = await openAiChat.open({
        url: rig.gateway().url,
        apiKey: rig.key,
        model: 'm',
        system: 'You help.',
        stream: true,
        tools,
        execute: (tool) => {
          ran.push(tool);
          return resultOf[tool] ?? 'none';
        },
        reasoning: false,
        schema: undefined,
      });
      return (await chat.say({ text })).text;
    },
    operator: async (name, more = {}) => {
      const { roles = ['approver'] as const, clearance = 'top' } = more;
      const key = newSecret('operator');
      const id = `key_${secretHash(key).slice(0, 16)}`;
      const place = { kind: 'operator', id, name, tenant: 'acme', roles, clearance } as const;
      const credential = { ...place, createdMs: 0, revokedMs: undefined };
      await rig.gateway().store.credentials.add(credential, secretHash(key));
      return key;
    },
    signedIn: async (key, place = '#/questions', look = {}) => {
      const page = await visit(look);
      await page.goto(`${rig.gateway().url}/console#code=${await codeFor(rig, key)}`);
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
      return page;
    },
  };
}

/** A code of one use, as `sluice console` asks for it. */
export async function codeFor(rig: Rig, key: string): Promise<string> {
  const response = await fetch(`${rig.gateway().url}/api/console/codes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const body: unknown = await response.json();
  return String((body as { readonly code?: unknown }).code);
}
