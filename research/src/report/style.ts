import { schemes } from './chart/scheme.ts';

const [light, dark] = schemes;

const series = (light?.series ?? []).map((colour, at) => {
  const pair = `light-dark(${colour}, ${dark?.series[at] ?? colour})`;
  return `.n${at + 1} { color: ${pair}; }`;
});

/** The look of the report: that of `sluice audit --markup`, with tables of figures and charts. */
export const pageStyle: string = `
:root { color-scheme: light dark; --line: light-dark(#ddd, #444); --soft: light-dark(#f5f5f5, #222);
  --paper: light-dark(#fff, #121212); --quiet: light-dark(#555, #aaa);
  --good: light-dark(#2e7d32, #66bb6a); --bad: light-dark(#c62828, #ef7b78);
  --ask: light-dark(#8e5500, #ffb74d); --focus: light-dark(#1565c0, #64b5f6); }
:root.light { color-scheme: light; } :root.dark { color-scheme: dark; }
* { box-sizing: border-box; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0; background: var(--paper);
  overflow-wrap: anywhere; }
main { max-width: 82rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; overflow-wrap: anywhere;
  border-top: 1px solid var(--line); padding-top: 1rem; }
.figures th, .figures td { overflow-wrap: break-word; }
.figures { width: auto; min-width: min(24rem, 100%); } .tables { display: flex; flex-wrap: wrap;
  gap: 0 2.5rem; align-items: flex-start; } .tables > * { max-width: 100%; }
.overview { width: 100%; max-width: 62rem; } .overview td { white-space: nowrap; }
.overview th[scope=rowgroup] { position: static; padding-top: 1.3rem; font-weight: 400; }
.overview th[scope=rowgroup] a { font-weight: 600; }
.overview th p { margin: .2rem 0; max-width: 52rem; color: var(--quiet); }
.options { font-size: .85em; color: var(--quiet); overflow-wrap: anywhere; }
.words { margin: .3rem 0; max-width: 52rem; } .words div { margin: .4rem 0; }
.words dt { font-weight: 600; } .words dd { margin: 0; }
main > section > p, .part > p:not(.notice) { max-width: 52rem; }
.part { border-top: 1px solid var(--line); margin-top: .6rem; padding-top: .2rem; }
.part > summary { position: relative; display: flex; flex-wrap: wrap; gap: 0 .8rem;
  align-items: baseline; padding-left: 1.2rem; }
.part > summary::before { content: '▸'; color: var(--quiet); position: absolute; left: 0; }
.part[open] > summary::before { content: '▾'; }
.part > summary::-webkit-details-marker { display: none; }
.part > summary h2 { display: inline; border: 0; margin: 0; padding: 0; font-size: 1.05rem; }
.part > div[id], h2[id] { scroll-margin-top: 3.2rem; }
.contents { columns: 24rem auto; column-gap: 3rem; padding-left: 1.6rem; margin: .4rem 0 1.4rem; }
.contents li { break-inside: avoid; padding: .1rem 0; } a { color: var(--focus); }
h3 { font-size: 1rem; margin: 1.5rem 0 .2rem; } h4 { font-size: .95rem; margin: .8rem 0 .2rem; }
figure { margin: 0; } figcaption p { margin: 0 0 .5rem; color: var(--quiet); }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; padding: .8rem 0 .3rem; }
th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid var(--line);
  vertical-align: top; }
td:not(.number) { min-width: 3.2rem; }
thead th { font-weight: 600; font-size: .85rem; vertical-align: bottom; color: var(--quiet);
  overflow-wrap: normal; }
th[scope=row] { font-weight: 400; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.figures { font-size: .92em; } .figures th, .figures td { padding: .3rem .4rem; }
.figures td.number { white-space: nowrap; } .figures thead th { min-width: 3.4rem; }
.figures strong { display: block; }
.figures th:first-child { position: sticky; left: 0; background: var(--paper); min-width: 7rem;
  z-index: 1; }
small { display: block; color: var(--quiet); font-size: .75rem; }
.figures .paper { color: var(--quiet); }
.scroll { overflow-x: auto;
  background: linear-gradient(to left, var(--paper) 1.5rem, transparent)
  right / 3rem 100% local no-repeat, linear-gradient(to left, var(--line), transparent)
  right / .8rem 100% scroll no-repeat; }
.alarm, .alarm small { color: var(--bad); font-weight: 600; }
.notice { display: inline-block; border: 1px solid var(--ask); color: var(--ask); font-weight: 600;
  border-radius: 4px; padding: 0 .45em; font-size: .8rem; white-space: nowrap; }
p.notice { margin: .3rem .3rem .3rem 0; font-size: 1em; white-space: normal; padding: .4rem .7rem; }
.n { display: inline-block; min-width: 1.2em; } ${series.join(' ')}
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem;
  margin: 1.2rem 0 0; }
.charts { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: flex-start; }
.chart img { display: block; max-width: 100%; height: auto; } img.in-dark { display: none; }
@media (prefers-color-scheme: dark) {
  :root:not(.light) .chart img.in-dark { display: block; }
  :root:not(.light) .chart img.in-light { display: none; } }
:root.dark .chart img.in-dark { display: block; } :root.dark .chart img.in-light { display: none; }
.filters { display: flex; flex-wrap: wrap; gap: .5rem .8rem; margin: .5rem 0; align-items: end; }
.filters label > span { display: block; font-size: .8rem; color: var(--quiet); }
.filters select, .filters input { font: inherit; max-width: 14rem; padding: .15rem .3rem; }
.filters input { flex: 1 1 12rem; } .status { color: var(--quiet); margin: .3rem 0; }
.all thead button, .opener { font: inherit; color: inherit; background: none; border: 0; padding: 0;
  text-align: inherit; cursor: pointer; }
.all thead { position: sticky; top: 0; background: var(--paper); z-index: 1; }
[aria-sort=ascending] button::after { content: ' ▴'; }
[aria-sort=descending] button::after { content: ' ▾'; }
.row { cursor: pointer; } .row:hover, .row:focus-within { background: var(--soft); }
.row .opener::before { content: '▸ '; color: var(--quiet); }
.row .opener[aria-expanded=true]::before { content: '▾ '; }
.attack { display: block; color: var(--quiet); font-size: .85em; padding-left: 1.1em; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.done, .attack-stopped-done, .answer-yes { color: var(--good); }
.attack-succeeded, .attack-succeeded-in-the-answer, .error, .violated td:first-child,
.answer-no { color: var(--bad); } .not-done, .attack-stopped-not-done, .answer-none {
  color: var(--ask); }
.opened > td { padding: .5rem 1rem 1.2rem; background: var(--soft); overflow-wrap: anywhere; }
.done, .not-done { white-space: nowrap; }
.facts { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; margin: .3rem 0; }
.facts dt { font-size: .8rem; color: var(--quiet); } .facts dd { margin: 0;
  overflow-wrap: anywhere; }
.items { margin: 0; padding-left: 1.8rem; } .items li { margin: .3rem 0; }
.moment { border-left: 3px solid var(--line); padding: .1rem .8rem; list-style-position: outside; }
.moment.refusal, .moment.error { border-color: var(--bad); }
.moment.question { border-color: var(--ask); } .moment.answer { border-color: var(--focus); }
.who { font-weight: 600; } .text { white-space: pre-wrap; overflow-wrap: anywhere;
  font-family: ui-monospace, monospace; font-size: .85em; max-height: 24em; overflow-y: auto; }
.label { background: var(--soft); border: 1px solid var(--line); border-radius: 3px;
  padding: 0 .3em; font-size: .8em; unicode-bidi: isolate; overflow-wrap: anywhere; }
.opened .label { background: var(--paper); }
.more button { font: inherit; padding: .3rem .8rem; }
details > summary { cursor: pointer; padding: .3rem 0; }
kbd { border: 1px solid var(--line); border-radius: 3px; padding: 0 .3em; }
@media (max-width: 760px) { .all .wide { display: none; } body { font-size: 14px; }
  main { padding: .6rem; } .opened > td { padding: .4rem .4rem 1rem; }
  .filters select { max-width: 10rem; } .all th, .all td { padding: .3rem .25rem; }
  .all .case { min-width: 8.5rem; } .done, .not-done { white-space: normal; }
  .figures th:first-child { min-width: 5rem; } .figures th, .figures td { padding: .25rem .3rem; }
  .keys { display: none; } .overview td { white-space: normal; }
  td:not(.number), .figures thead th { min-width: 2.6rem; } .contents { columns: auto; } }
@media print { :root, :root.dark { color-scheme: light; font-size: 9px; }
  .filters, .more, .keys { display: none; }
  main { max-width: none; padding: 0; } .scroll { overflow: visible; } body { font-size: 9px; }
  .figures th, .figures td { padding: .2rem .3rem; }
  .figures thead th { min-width: 0; } .notice { font-size: 1em; }
  .all thead, .figures th:first-child { position: static; }
  tr, figure, .chart { break-inside: avoid; } h2, h3 { break-after: avoid; }
  :root .chart img.in-light.in-light { display: block; }
  :root .chart img.in-dark.in-dark { display: none; } .text { max-height: none; } }
`;
