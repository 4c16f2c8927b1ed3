import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { globSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { groups } from '../pages/.vitepress/groups.ts';

const root = path.join(import.meta.dirname, '../..');

/** Pages that stand at the root of the repository, by the name that they have on the site. */
const outside: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
  'README.md': 'index.md',
};

/** Puts together what is rendered: the docs, the pages of the site, and the files they link to. */
export function assemble(out: string): readonly string[] {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(path.join(out, 'public'), { recursive: true });
  const docs = globSync('docs/*.md', { cwd: root }).map((file) => path.posix.normalize(file));
  const left = docs.map(nameOf).filter((name) => !grouped().has(name));
  if (left.length > 0) {
    throw new Error(`add ${left.join(', ')} to a group in site/pages/.vitepress/groups.ts`);
  }
  const more = Object.keys(outside).filter((file) => file !== 'README.md');
  for (const file of [...docs, ...more]) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const name = outside[file] ?? path.posix.basename(file);
    writeFileSync(path.join(out, name), linked(text, file, out));
  }
  for (const file of globSync('docs/*.svg', { cwd: root })) {
    copyFileSync(path.join(root, file), path.join(out, path.basename(file)));
  }
  cpSync(path.join(root, 'docs/pictures'), path.join(out, 'pictures'), { recursive: true });
  copyFileSync(path.join(root, 'site/pages/index.md'), path.join(out, 'index.md'));
  return [...docs, ...more];
}

function grouped(): ReadonlySet<string | undefined> {
  return new Set(groups.flatMap(({ pages }) => pages.map(([name]) => name)));
}

function nameOf(file: string): string {
  return path.posix.basename(file, '.md');
}

/** A link of Markdown, with its title. */
const link = /\]\((?!https?:|#)([^)\s#]+)(#[^)\s]*)?(\s+["'][^)]*["'])?\)/g;

/**
 * The text with links that hold on the site: to pages under their names there, to other files of
 * the repository as files beside the site, to folders not at all.
 */
function linked(text: string, file: string, out: string): string {
  return outsideOfCode(text, (prose) =>
    prose.replaceAll(
      link,
      (whole: string, ...[target = '', anchor = '', title = '']: readonly string[]) => {
        const found = path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
        const page =
          outside[found] ??
          (/^docs\/[^/]+\.md$/.test(found) ? path.posix.basename(found) : undefined);
        if (page !== undefined) return `](${page}${anchor}${title})`;
        if (/\.(?:svg|png)$/.test(found)) return `](${found.replace('docs/', '')}${title})`;
        const full = path.join(root, found);
        if (!existsSync(full)) throw new Error(`${file} links to ${target}, which is not there`);
        if (statSync(full).isDirectory()) return whole.replace(target, filesPage(found, out));
        return `](${fileCopy(found, out)}${title}){target="_self"}`;
      },
    ),
  );
}

/** Changes a text but for what stands between fences and backticks. */
function outsideOfCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/(^```[^]*?^```$|`[^`\n]*`(?!\]))/m)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('');
}

/** A file as text beside the site: a browser shows it, whatever it is. */
function fileCopy(file: string, out: string): string {
  const name = `files/${file}.txt`;
  const to = path.join(out, 'public', name);
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(path.join(root, file), to);
  return `/${name}`;
}

/** A page that lists the files of a folder. */
function filesPage(folder: string, out: string): string {
  const name = `files-${folder.replaceAll('/', '-')}.md`;
  const files = globSync(`${folder}/*.*`, { cwd: root }).toSorted();
  const lines = files.map((file) => {
    return `- [${path.basename(file)}](${fileCopy(file, out)}){target="_self"}`;
  });
  writeFileSync(path.join(out, name), `# ${folder}\n\n${lines.join('\n')}\n`);
  return name;
}
