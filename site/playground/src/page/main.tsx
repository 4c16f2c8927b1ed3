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
const shared = await read(location.hash);
if (root !== null) render(<App examples={examples} shared={shared} />, root);
