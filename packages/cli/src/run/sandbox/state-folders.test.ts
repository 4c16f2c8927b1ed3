import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { project } from '../../../test/projects.ts';
import { stateFolders } from './state-folders.ts';

test('folders of gateways are found in a workspace, and where links to them lead', () => {
  const state = project({ 'operator.key': 'x' });
  const own = project({
    '.sluice/.sluice/operator.key': 'x',
    'packages/api/.sluice/sluice.db': 'x',
    'node_modules/a/.sluice/operator.key': 'x',
    'file/.sluice': 'no folder',
  });
  symlinkSync(state, path.join(own, 'packages/.sluice'));
  mkdirSync(path.join(own, 'made'));
  symlinkSync('/usr', path.join(own, 'made/.sluice'));
  symlinkSync('nowhere', path.join(own, 'file/other'));
  const found = stateFolders({ workspace: own, folder: own });
  const inside = [path.join(own, '.sluice'), path.join(own, 'packages/api/.sluice')];
  expect(found.toSorted()).toEqual([...inside, state].toSorted());
  // From where the agent starts it looks upwards, wherever that is.
  const deep = path.join(own, 'node_modules/a');
  expect(stateFolders({ workspace: own, folder: deep })).toContain(path.join(deep, '.sluice'));
});
