/**
 * Measures and rules for systems that show the page as it is. Most put the text of the page into pages of their own,
 * with their own style. Light only, as the systems around it are.
 */
export const CARTRIDGE_STYLE = `body {
  max-width: 46rem;
  margin: 0 auto;
  padding: 1rem;
  color: #1c221f;
  background: #fff;
  font: 1.0625rem/1.65 system-ui, sans-serif;
  overflow-wrap: break-word;
}
h1, h2, h3, h4, h5, h6 {
  margin: 1.6em 0 0.5em;
  font-family: Georgia, serif;
  line-height: 1.2;
}
h1 {
  margin-top: 0;
  font-size: 1.75em;
}
a {
  color: #14614a;
}
.lead {
  font-size: 1.1em;
}
.note, figcaption, caption {
  color: #525d57;
  font-size: 0.9em;
}
.block {
  display: block;
}
img, video {
  max-width: 100%;
  height: auto;
}
video {
  width: 100%;
}
figure {
  margin-inline: 0;
}
.text > p:not([dir]), .text > h2:not([dir]), .text > h3:not([dir]), .text > h4:not([dir]) {
  unicode-bidi: plaintext;
}
table {
  display: block;
  overflow-x: auto;
  border-collapse: collapse;
}
th, td {
  padding-block: 0.4em;
  padding-inline: 0 0.8em;
  border-bottom: 1px solid #cfc8b8;
  text-align: start;
  vertical-align: top;
}
pre {
  overflow-x: auto;
  padding: 0.8em;
  background: #f3f0e8;
}
blockquote {
  margin-inline: 0;
  padding-inline-start: 1em;
  border-inline-start: 3px solid #8a5608;
}
.resources, .transcript {
  margin-top: 2em;
  border-top: 1px solid #cfc8b8;
}
.resources ul {
  padding: 0;
  list-style: none;
}
.resource .title {
  font-weight: 600;
}
`;
