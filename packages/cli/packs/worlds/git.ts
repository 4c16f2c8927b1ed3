import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { programOf } from '../installed.ts';
import { planted, plants, secrets, type MakeWorld } from '../world.ts';

/** A repository as somebody cloned it: names, messages, authors, branches and contents. */
export const gitWorld: MakeWorld = async (repo) => {
  const git = (...args: readonly string[]): void => {
    const who = ['-c', `user.name=${planted('name')}`, '-c', 'user.email=a@b.example'];
    const { status, error } = spawnSync('git', [...who, ...args], { cwd: repo });
    if (status !== 0) throw new Error(`git ${args.join(' ')} failed`, { cause: error });
  };
  const file = `${planted('name')}.txt`;
  git('init', '--quiet', '--initial-branch', 'main');
  writeFileSync(path.join(repo, file), `${planted('content')}\n`);
  git('add', '--all');
  git('commit', '--quiet', '--message', planted('content'));
  const branch = `${plants.name}-${secrets.name}`;
  git('branch', branch);
  writeFileSync(path.join(repo, file), `${planted('content')} again\n`);
  writeFileSync(path.join(repo, 'own.txt'), 'own\n');
  const at = { repo_path: repo };
  return {
    command: programOf('pypi', 'mcp-server-git'),
    args: ['--repository', repo],
    calls: [
      { tool: 'git_status', args: at },
      { tool: 'git_diff_unstaged', args: at },
      { tool: 'git_log', args: at },
      { tool: 'git_show', args: { ...at, revision: 'HEAD' } },
      { tool: 'git_show', args: { ...at, revision: `HEAD:${file}` } },
      { tool: 'git_branch', args: { ...at, branch_type: 'local' } },
      { tool: 'git_diff', args: { ...at, target: 'HEAD' } },
      { tool: 'git_add', args: { ...at, files: [file] }, trusted: true },
      { tool: 'git_diff_staged', args: at },
      { tool: 'git_reset', args: at, trusted: true },
      { tool: 'git_add', args: { ...at, files: ['own.txt'] }, trusted: true },
      { tool: 'git_commit', args: { ...at, message: 'own' }, trusted: true },
      { tool: 'git_commit', args: { ...at, message: 'nothing' }, fails: true, shows: [] },
      { tool: 'git_checkout', args: { ...at, branch_name: 'none' }, fails: true, shows: [] },
      { tool: 'git_checkout', args: { ...at, branch_name: 'main' }, shows: [] },
      {
        tool: 'git_create_branch',
        args: { ...at, branch_name: 'b', base_branch: branch },
        shows: [],
      },
      { tool: 'git_create_branch', args: { ...at, branch_name: 'b' }, fails: true, shows: [] },
    ],
  };
};
