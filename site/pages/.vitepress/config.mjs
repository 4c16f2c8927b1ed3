import { defineConfig } from 'vitepress';
import { groups } from './groups.ts';

export default defineConfig({
  title: 'Sluice',
  description: 'Information-flow control for LLM agents',
  srcDir: process.env.SLUICE_SITE_SOURCE,
  outDir: process.env.SLUICE_SITE_OUT,
  cacheDir: process.env.SLUICE_SITE_CACHE,
  base: process.env.SLUICE_SITE_BASE,
  // A link that leads nowhere ends the build.
  ignoreDeadLinks: false,
  cleanUrls: false,
  lastUpdated: false,
  metaChunk: true,
  // A browser asks for none at the root of the host.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/get-started' },
      { text: 'Playground', link: '/playground/', target: '_self' },
      { text: 'Guarantees', link: '/guarantees' },
      { text: 'Changes', link: '/changelog' },
    ],
    sidebar: groups.map(({ title, pages }) => ({
      text: title,
      items: pages.map(([link, text]) => ({ text, link: `/${link}` })),
    })),
    search: {
      provider: 'local',
      options: { translations: { button: { buttonText: 'Search', buttonAriaLabel: 'Search' } } },
    },
    outline: [2, 3],
    docFooter: { prev: true, next: true },
  },
});
