import path from 'node:path';
import type { Env } from '../../run/client.ts';

/** A file in which a client keeps its MCP servers. */
export interface ConfigFile {
  readonly client: string;
  readonly file: string;
  readonly format: 'json' | 'toml';
  /** The keys to its map of servers; `*` stands for any key, and is a project's folder. */
  readonly at: readonly string[];
  /** The client starts its servers in this folder; `undefined`: wherever it is itself started. */
  readonly project: string | undefined;
}

interface Places {
  readonly home: string;
  /** The project that one stands in. */
  readonly folder: string;
  readonly env: Env;
  readonly platform: NodeJS.Platform;
}

/** All places that we know of; most are not there. */
export function configFiles({ home, folder, env, platform }: Places): readonly ConfigFile[] {
  const apps = appsFolder({ home, env, platform });
  const codexHome = env['CODEX_HOME'] ?? path.join(home, '.codex');
  const config = env['XDG_CONFIG_HOME'] ?? path.join(home, '.config');
  const claude = env['CLAUDE_CONFIG_DIR'] ?? home;
  const servers = ['mcpServers'];
  const own = [
    ['Claude Code', path.join(claude, '.claude.json'), servers],
    ['Claude Code', path.join(claude, '.claude.json'), ['projects', '*', 'mcpServers']],
    ['Claude Desktop', path.join(apps, 'Claude/claude_desktop_config.json'), servers],
    ['Codex', path.join(codexHome, 'config.toml'), ['mcp_servers']],
    ['Cursor', path.join(home, '.cursor/mcp.json'), servers],
    ['VS Code', path.join(apps, 'Code/User/mcp.json'), ['servers']],
    ['Gemini CLI', path.join(home, '.gemini/settings.json'), servers],
    ['opencode', path.join(config, 'opencode/opencode.json'), ['mcp']],
    ['opencode', path.join(config, 'opencode/opencode.jsonc'), ['mcp']],
  ] as const;
  const shared = [
    ['Claude Code', '.mcp.json', servers],
    ['Codex', '.codex/config.toml', ['mcp_servers']],
    ['Cursor', '.cursor/mcp.json', servers],
    ['VS Code', '.vscode/mcp.json', ['servers']],
    ['Gemini CLI', '.gemini/settings.json', servers],
    ['opencode', 'opencode.json', ['mcp']],
    ['opencode', 'opencode.jsonc', ['mcp']],
  ] as const;
  const all = [
    ...own.map(([client, file, at]) => ({ client, file, at, project: undefined })),
    ...shared.map(([client, name, at]) => {
      return { client, file: path.join(folder, name), at, project: folder };
    }),
  ];
  const seen = new Set<string>();
  return all.flatMap((each) => {
    // Where the project is the home folder, both lists name one file.
    const id = `${each.file} ${each.at.join('.')}`;
    if (seen.has(id)) return [];
    seen.add(id);
    return [{ ...each, format: each.file.endsWith('.toml') ? 'toml' : 'json' }];
  });
}

/** Where desktop programs keep their settings. */
function appsFolder({ home, env, platform }: Omit<Places, 'folder'>): string {
  if (platform === 'win32') return env['APPDATA'] ?? path.join(home, 'AppData/Roaming');
  if (platform === 'darwin') return path.join(home, 'Library/Application Support');
  return env['XDG_CONFIG_HOME'] ?? path.join(home, '.config');
}
