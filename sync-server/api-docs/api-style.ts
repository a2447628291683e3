/** The style of the page of the API: one column, in the colours of the app, light and dark. */
export const API_STYLE = `:root {
  color-scheme: light dark;
  --paper: #fbfaf6;
  --surface: #fff;
  --sunken: #f3f0e8;
  --line: #e4dfd3;
  --ink: #1c221f;
  --ink-2: #55605a;
  --green: #14614a;
  --brass: #8f5a0a;
  --red: #a9271d;
  --blue: #1d5a9e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131715;
    --surface: #1a201d;
    --sunken: #0f1311;
    --line: #2a322e;
    --ink: #e9ede9;
    --ink-2: #a5b0aa;
    --green: #62c19c;
    --brass: #e8b95e;
    --red: #f08a7f;
    --blue: #8ab8ee;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { max-width: 66rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
h1, h2 { font-family: Georgia, serif; line-height: 1.15; }
h2 { margin: 2.5rem 0 .75rem; }
h3 { margin: 1.25rem 0 .4rem; font-size: 1rem; }
small { color: var(--ink-2); font: 400 .875rem system-ui, sans-serif; }
header p { max-width: 46rem; }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; }
a { color: var(--green); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--green); outline-offset: 2px; }
code, pre { font: .875rem/1.5 ui-monospace, Menlo, monospace; }
code { overflow-wrap: anywhere; }
pre { margin: 0; padding: .75rem 1rem; overflow-x: auto; border-radius: 8px; background: var(--sunken); white-space: pre-wrap; overflow-wrap: anywhere; }
details { border: 1px solid var(--line); border-radius: 8px; background: var(--surface); }
details + details { margin-top: .5rem; }
details > div { padding: 0 1rem 1rem; border-top: 1px solid var(--line); scroll-margin-top: 6rem; }
summary { min-height: 44px; padding: .6rem 1rem; cursor: pointer; }
summary span { display: block; color: var(--ink-2); font-size: .9375rem; }
b { display: inline-block; min-width: 4.5em; }
.GET { color: var(--blue); }
.POST { color: var(--green); }
.PUT { color: var(--brass); }
.DELETE { color: var(--red); }
dl { display: grid; grid-template-columns: minmax(12rem, max-content) 1fr; gap: .35rem 1.25rem; margin: 0; }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  dl { display: block; }
  dd { margin-bottom: .6rem; }
}
`;
