/** The look of the report; colours by worth are those of the terminal. */
export const pageStyle: string = `
:root { color-scheme: light dark; --line: light-dark(#ddd, #444); --soft: light-dark(#f5f5f5, #222);
  --bottom: light-dark(#2e7d32, #66bb6a); --confidential: light-dark(#1565c0, #64b5f6);
  --untrusted: light-dark(#c62828, #ef5350); --ask: light-dark(#b26a00, #ffb74d); }
:root.light { color-scheme: light; } :root.dark { color-scheme: dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0; }
main { max-width: 70rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line); }
.filters { display: flex; flex-wrap: wrap; gap: .5rem; margin: .5rem 0; }
.row { cursor: pointer; } .row:hover, .row:focus { background: var(--soft); outline: none; }
.row:focus td:first-child { box-shadow: inset 3px 0 currentColor; }
.contained, .quiet, .allow { color: var(--bottom); }
.uncovered, .unclear, .deny { color: var(--untrusted); }
.interrupted, .ask { color: var(--ask); }
.moment { border-left: 3px solid var(--line); padding: .1rem .8rem; margin: .4rem 0; }
.who { font-weight: 600; } .text, .args { white-space: pre-wrap; overflow-wrap: anywhere; }
.text { color: light-dark(#444, #bbb); } .args, .path { font-family: ui-monospace, monospace;
  font-size: .85em; } .path { display: block; padding-left: 1rem; }
.bar { display: flex; height: 8px; margin: .2rem 0; background: var(--line); }
.bar > span.bottom, rect.bottom { background: var(--bottom); fill: var(--bottom); }
.bar > span.confidential, rect.confidential { background: var(--confidential);
  fill: var(--confidential); }
.bar > span.untrusted, rect.untrusted { background: var(--untrusted); fill: var(--untrusted); }
svg text { fill: currentColor; font-size: 12px; } svg { max-width: 100%; }
.columns { display: flex; gap: 1rem; flex-wrap: wrap; } .columns > section { flex: 1 1 24rem; }
kbd { border: 1px solid var(--line); border-radius: 3px; padding: 0 .3em; }
`;
