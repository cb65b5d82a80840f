/** The looks of the reference page: the colours of the application, in both schemes. */
export const referenceStyle = `
:root { color-scheme: light dark; --page: #f3f5f3; --surface: #fff; --line: #dce4e3; --ink: #14262f;
  --ink-2: #45575f; --link: #176274; --quiet: #dcebee; --on-quiet: #0c4150; --niche: #fff7e5;
  --niche-ink: #6b4205; --absent-bg: #fce9e2; --absent-ink: #8e2c14; --present-bg: #e2f3ec;
  --present-ink: #085a46; --focus: #0b6c86; }
@media (prefers-color-scheme: dark) { :root { --page: #0d1b22; --surface: #13252e; --line: #2b4753;
  --ink: #e8efef; --ink-2: #b0c1c7; --link: #8cc4cf; --quiet: #1e3c49; --on-quiet: #bfe0e7;
  --niche: #33280f; --niche-ink: #fcda93; --absent-bg: #43201a; --absent-ink: #ffb59c;
  --present-bg: #12382f; --present-ink: #8fdcc2; --focus: #ffc65c; } }
* { box-sizing: border-box; }
html { background: var(--page); color: var(--ink); scroll-padding-top: 1rem; }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
.sheet { display: grid; gap: 2rem; max-width: 76rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
@media (min-width: 60rem) { .sheet { grid-template-columns: 15rem minmax(0, 1fr); }
  nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow: auto; } }
h1 { margin: 0 0 .5rem; font: 560 1.9rem/1.2 Georgia, serif; }
h2 { margin: 2.5rem 0 .75rem; font: 560 1.3rem/1.3 Georgia, serif; }
h3 { margin: 1.25rem 0 .35rem; font-size: .95rem; }
h4 { margin: 1rem 0 .25rem; font-size: .95rem; }
p { max-width: 68ch; margin: .5rem 0; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
nav ul, .fields { margin: 0; padding: 0; list-style: none; }
nav h2 { margin-top: 0; font-size: 1rem; }
nav a { display: block; padding: .3rem 0; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; padding: .5rem; background: var(--surface); }
details, .shape { margin: .5rem 0; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
.shape { padding: .75rem 1rem; }
summary { padding: .75rem 1rem; cursor: pointer; }
details > div { padding: 0 1rem 1rem; border-top: 1px solid var(--line); }
.method { display: inline-block; min-width: 4.2rem; margin-right: .4rem; padding: 0 .5rem; border-radius: 6px;
  background: var(--quiet); color: var(--on-quiet); font-size: .8rem; font-weight: 620; text-align: center; }
.post, .put { background: var(--present-bg); color: var(--present-ink); }
.patch { background: var(--niche); color: var(--niche-ink); }
.delete { background: var(--absent-bg); color: var(--absent-ink); }
.what, .note { color: var(--ink-2); }
.what { display: block; margin-top: .15rem; }
code, pre { font: .88rem/1.5 ui-monospace, monospace; }
pre { margin: .25rem 0; padding: .75rem; background: var(--page); border-radius: 8px; white-space: pre-wrap; }
.fields .fields { margin: .25rem 0 .25rem .35rem; padding-left: .85rem; border-left: 2px solid var(--line); }
.fields li { padding: .2rem 0; }
@media print { nav, .skip { display: none; } details, .shape { break-inside: avoid; } }
`;
