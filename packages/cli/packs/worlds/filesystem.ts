import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { programOf } from '../installed.ts';
import { planted, type MakeWorld, type PlannedCall } from '../world.ts';

/** Names, links and contents that strangers chose. */
export const filesystemWorld: MakeWorld = async (folder) => {
  const hostile = `${planted('name')}.txt`;
  const inside = path.join(folder, planted('name'));
  mkdirSync(inside);
  const file = path.join(folder, hostile);
  writeFileSync(file, `size: 1\n${planted('content')}\n`);
  writeFileSync(path.join(inside, 'a.txt'), planted('content'));
  symlinkSync(`/nowhere/${planted('content')}`, path.join(folder, 'link'));
  const own = path.join(folder, 'own.txt');
  writeFileSync(own, 'own');
  return {
    command: programOf('npm', 'mcp-server-filesystem'),
    args: [folder],
    calls: callsIn({ folder, inside, file, own }),
  };
};

type Places = Readonly<Record<'folder' | 'inside' | 'file' | 'own', string>>;

function callsIn({ folder, inside, file, own }: Places): readonly PlannedCall[] {
  return [
    { tool: 'read_file', args: { path: file } },
    { tool: 'read_text_file', args: { path: file } },
    // A picture or a sound: no text.
    { tool: 'read_media_file', args: { path: file }, shows: [] },
    { tool: 'read_multiple_files', args: { paths: [file, path.join(inside, 'a.txt')] } },
    { tool: 'list_directory', args: { path: folder } },
    { tool: 'list_directory_with_sizes', args: { path: folder } },
    { tool: 'directory_tree', args: { path: folder } },
    { tool: 'search_files', args: { path: folder, pattern: '**/*.txt' } },
    { tool: 'get_file_info', args: { path: own }, trusted: true },
    { tool: 'get_file_info', args: { path: path.join(folder, 'link') }, fails: true, shows: [] },
    { tool: 'list_allowed_directories', args: {}, trusted: true },
    { tool: 'write_file', args: { path: own, content: 'mine' }, trusted: true },
    {
      tool: 'edit_file',
      args: { path: file, edits: [{ oldText: 'size: 1', newText: 'size: 2' }] },
    },
    {
      tool: 'edit_file',
      args: { path: own, edits: [{ oldText: 'none', newText: 'x' }] },
      fails: true,
      shows: [],
    },
    { tool: 'create_directory', args: { path: path.join(folder, 'made') }, trusted: true },
    {
      tool: 'move_file',
      args: { source: own, destination: path.join(folder, 'moved.txt') },
      trusted: true,
    },
    {
      tool: 'move_file',
      args: { source: path.join(folder, 'link'), destination: own },
      fails: true,
      shows: [],
    },
  ];
}
