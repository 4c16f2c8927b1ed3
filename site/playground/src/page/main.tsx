import { render } from 'preact';
import { examplesFrom } from '../examples.ts';
import { read } from '../share.ts';
import { App } from './app.tsx';

const texts = import.meta.glob<string>('../../examples/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const examples = examplesFrom(
  Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [/([^/]+)\.yaml$/.exec(file)?.[1] ?? file, text]),
  ),
);

const root = document.getElementById('app');
let scenes = 0;

/** All anew: a link that is pasted into the open page is opened as in a new one. */
async function show(): Promise<void> {
  const { hash } = location;
  const shared = await read(hash);
  const isBroken = shared === undefined && hash.startsWith('#s=');
  scenes += 1;
  const app = <App key={scenes} examples={examples} shared={shared} isBroken={isBroken} />;
  if (root !== null) render(app, root);
}

await show();
addEventListener('hashchange', () => void show());
