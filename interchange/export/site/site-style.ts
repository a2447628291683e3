/** The product's look without its fonts and scripts, in both colour schemes and on paper. */
export const SITE_STYLE = `:root {
  color-scheme: light dark;
  --paper: #fbfaf6;
  --surface: #fff;
  --sunken: #f3f0e8;
  --line: #e4dfd3;
  --line-strong: #cfc8b8;
  --ink: #1c221f;
  --ink-2: #525d57;
  --green: #14614a;
  --on-green: #fff;
  --brass: #8a5608;
  --glow: #f2bf55;
  --serif: Georgia, "Times New Roman", serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #131715;
    --surface: #1a201d;
    --sunken: #0f1311;
    --line: #2a322e;
    --line-strong: #3a4540;
    --ink: #e9ede9;
    --ink-2: #a8b3ad;
    --green: #62c19c;
    --on-green: #07150f;
    --brass: #e8b95e;
  }
}
*, *::before, *::after {
  box-sizing: border-box;
}
html {
  text-size-adjust: 100%;
  -webkit-text-size-adjust: 100%;
}
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1.0625rem/1.65 system-ui, sans-serif;
  overflow-wrap: break-word;
}
main, .bar a, .foot {
  max-inline-size: 46rem;
  margin-inline: auto;
  padding-inline: max(1rem, env(safe-area-inset-left)) max(1rem, env(safe-area-inset-right));
}
main {
  padding-block: 1.5rem 2rem;
}
main:focus {
  outline: none;
}
h1, h2, h3, h4, h5, h6 {
  margin: 1.9em 0 0.5em;
  font-family: var(--serif);
  font-weight: 600;
  line-height: 1.18;
  letter-spacing: -0.01em;
  text-wrap: balance;
}
h1 {
  margin-block: 0.2rem 0.75rem;
  font-size: clamp(1.75rem, 1.5rem + 1.4vw, 2.4rem);
}
h2 {
  font-size: 1.45em;
}
h3 {
  font-size: 1.2em;
}
h4, h5, h6 {
  font-size: 1em;
}
p, ul, ol, dl, blockquote, details, pre, figure, hr, .scrolls, video {
  margin: 0 0 1.15em;
}
a {
  color: var(--green);
  text-decoration-thickness: 1px;
  text-underline-offset: 0.18em;
}
a:hover {
  text-decoration-thickness: 2px;
}
:focus-visible {
  outline: 3px solid var(--brass);
  outline-offset: 2px;
  border-radius: 4px;
}
.skip {
  position: absolute;
  inset-block-start: 0.5rem;
  inset-inline-start: 0.5rem;
  z-index: 1;
  padding: 0.6rem 1rem;
  border-radius: 8px;
  background: var(--green);
  color: var(--on-green);
  transform: translateY(-200%);
}
.skip:focus {
  transform: none;
}
.bar {
  border-block-end: 1px solid var(--line);
  background: var(--surface);
}
.bar a {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 1rem;
  min-block-size: 3.5rem;
  color: inherit;
  text-decoration: none;
}
.bar .title {
  min-inline-size: 0;
  overflow: hidden;
  font: 600 1.05rem/1.3 var(--serif);
  text-overflow: ellipsis;
  white-space: nowrap;
}
.bar .note {
  color: var(--green);
  font-weight: 600;
}
.eyebrow, .note, figcaption, caption {
  color: var(--ink-2);
  font-size: 0.9rem;
}
.eyebrow {
  margin: 0;
}
.module {
  margin-block-start: 2rem;
}
.eyebrow + h3 {
  margin-block-start: 0.1em;
}
h1 + .eyebrow {
  margin-block-end: 1.15em;
}
.lead {
  color: var(--ink-2);
  font: 400 1.25rem/1.5 var(--serif);
  text-wrap: pretty;
}
.cover {
  inline-size: 100%;
  aspect-ratio: 16 / 9;
  object-fit: cover;
  margin-block-end: 1.5rem;
  border-radius: 12px;
}
.button {
  display: inline-block;
  padding: 0.7rem 1.4rem;
  border-radius: 8px;
  background: var(--green);
  color: var(--on-green);
  font-weight: 600;
  text-decoration: none;
}
.contents, .resources ul {
  margin-block-start: 0.75rem;
  padding: 0;
  list-style: none;
}
.row, .resource, .steps a, .transcript, .answer {
  border: 1px solid var(--line);
  border-radius: 12px;
  background: var(--surface);
  color: inherit;
  text-decoration: none;
}
a.row:hover, a.resource:hover, .steps a:hover {
  border-color: var(--line-strong);
}
.row {
  display: flex;
  align-items: baseline;
  gap: 0.75rem;
  margin-block-end: 0.5rem;
  padding: 0.75rem 1rem;
}
.row .title, .resource .title, .steps .title {
  font-weight: 600;
}
.row .title, .resource .title {
  flex: 1;
}
.row .number {
  min-inline-size: 1.4em;
  color: var(--brass);
  font-variant-numeric: tabular-nums;
}
.row .note {
  flex: none;
}
.resource {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 0.75rem;
  min-block-size: 3.25rem;
  padding: 0.75rem 1rem;
}
.resource .title {
  flex-basis: 12rem;
}
.resources p {
  margin-block-end: 0.6rem;
}
.steps {
  display: grid;
  gap: 0.75rem;
  margin-block-start: 2.5rem;
}
.steps a {
  display: grid;
  padding: 0.9rem 1rem;
}
.steps .next {
  border-color: var(--green);
}
.steps .next .note {
  color: var(--green);
}
@media (min-width: 40rem) {
  .steps {
    grid-template-columns: 1fr 1fr;
  }
  .steps .next {
    grid-column: 2;
    text-align: end;
  }
}
.foot {
  padding-block: 1rem 2.5rem;
}
video {
  display: block;
  inline-size: 100%;
  aspect-ratio: 16 / 9;
  margin-block-end: 0.5rem;
  border-radius: 12px;
  background: #0a1410;
}
.transcript, .answer {
  padding-inline: 1rem;
}
summary {
  padding-block: 0.7rem;
  font-weight: 600;
  cursor: pointer;
}
.text details {
  padding-inline: 1rem;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--surface);
}
.quiz {
  margin-block-start: 2.5rem;
}
.question > h3 {
  font-size: 1.1em;
}
.text > :first-child {
  margin-block-start: 0;
}
.text > p:not([dir]), .text > h2:not([dir]), .text > h3:not([dir]), .text > h4:not([dir]) {
  unicode-bidi: plaintext;
}
.text ul, .text ol {
  padding-inline-start: 1.4em;
}
.text li {
  margin-block: 0.35em;
}
dt {
  font-weight: 600;
}
dd {
  margin: 0 0 0.8em;
  padding-inline-start: 1em;
  border-inline-start: 2px solid var(--line);
}
blockquote {
  padding-block: 0.2em;
  padding-inline: 1.1em 0;
  border-inline-start: 3px solid var(--glow);
  color: var(--ink-2);
  font-family: var(--serif);
}
blockquote > :last-child, dd > :last-child, td > :last-child {
  margin-block-end: 0;
}
code, kbd, samp {
  padding: 0.1em 0.3em;
  border-radius: 4px;
  background: var(--sunken);
  font: 0.9em var(--mono);
}
kbd {
  border: 1px solid var(--line-strong);
}
pre {
  overflow-x: auto;
  padding: 1rem;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--sunken);
  font: 0.9rem/1.6 var(--mono);
  overflow-wrap: normal;
  tab-size: 2;
}
pre code {
  padding: 0;
  background: none;
  font-size: inherit;
}
figure {
  margin-inline: 0;
}
figcaption {
  margin-block-start: 0.6em;
}
img {
  display: block;
  block-size: auto;
  max-inline-size: 100%;
}
.text img {
  border-radius: 8px;
}
.scrolls {
  overflow-x: auto;
  overflow-wrap: normal;
}
table {
  inline-size: 100%;
  border-collapse: collapse;
  font-size: 0.95rem;
  line-height: 1.45;
}
caption {
  padding-block-end: 0.6em;
  text-align: start;
}
th, td {
  padding-block: 0.6em;
  padding-inline: 0 0.9em;
  border-block-end: 1px solid var(--line);
  text-align: start;
  vertical-align: top;
}
hr {
  block-size: 1px;
  border: 0;
  background: var(--line-strong);
}
.block {
  display: block;
}
@media print {
  :root {
    --paper: #fff;
    --surface: #fff;
    --sunken: #fff;
    --line: #bbb;
    --line-strong: #999;
    --ink: #000;
    --ink-2: #333;
    --green: #000;
    --brass: #000;
  }
  body {
    font-size: 11pt;
  }
  main {
    max-inline-size: none;
  }
  .skip, .bar, .steps, .foot, .button, video {
    display: none;
  }
  .text a[href^="https:"]::after, .resource[href^="https:"]::after {
    content: " (" attr(href) ")";
    font-size: 0.85em;
    overflow-wrap: anywhere;
  }
  h1, h2, h3, h4, h5, h6 {
    break-after: avoid;
  }
  figure, pre, table, .row, .question {
    break-inside: avoid;
  }
  pre {
    white-space: pre-wrap;
  }
}
`;
