/**
 * Spaces and rules only, and no colours of texts and pages: readers of books have themes of their own. The brass of the
 * rules is visible on white, sepia and black.
 */
export const EPUB_STYLE = `body {
  margin: 0 5%;
  line-height: 1.55;
  overflow-wrap: break-word;
}
h1, h2, h3, h4, h5, h6 {
  font-family: Georgia, serif;
  font-weight: 600;
  line-height: 1.2;
  margin: 1.6em 0 0.5em;
  break-after: avoid;
  page-break-after: avoid;
}
h1 {
  font-size: 1.7em;
  margin-top: 0.3em;
}
h2 {
  font-size: 1.3em;
}
h3 {
  font-size: 1.12em;
}
h4, h5, h6 {
  font-size: 1em;
}
p, ul, ol, dl, blockquote, pre, figure, table, details {
  margin: 0 0 0.9em;
}
.eyebrow, .note, figcaption, caption {
  font-size: 0.85em;
  opacity: 0.85;
}
.eyebrow {
  margin: 1.5em 0 0;
}
h1 + .eyebrow {
  margin: 0 0 1em;
}
.lead {
  font-family: Georgia, serif;
  font-size: 1.1em;
  font-style: italic;
}
.cover {
  display: block;
  margin: 0 auto 1.5em;
  max-height: 60vh;
}
img {
  height: auto;
  max-width: 100%;
}
figure {
  margin-inline: 0;
}
figure, table, pre, blockquote, img {
  break-inside: avoid;
  page-break-inside: avoid;
}
li {
  margin: 0.3em 0;
}
dt {
  font-weight: 600;
}
dd {
  margin-block: 0 0.7em;
  margin-inline: 1em 0;
}
.text > p:not([dir]), .text > h2:not([dir]), .text > h3:not([dir]), .text > h4:not([dir]) {
  unicode-bidi: plaintext;
}
blockquote {
  border-inline-start: 3px solid #b07a1e;
  padding-inline-start: 1em;
  font-style: italic;
}
pre {
  border: 1px solid #8b8574;
  font-size: 0.8em;
  padding: 0.8em;
  white-space: pre-wrap;
}
table {
  border-collapse: collapse;
  font-size: 0.9em;
  width: 100%;
}
caption {
  padding-bottom: 0.5em;
  text-align: start;
}
th, td {
  border-bottom: 1px solid #8b8574;
  padding-block: 0.4em;
  padding-inline: 0 0.7em;
  text-align: start;
  vertical-align: top;
}
.block {
  display: block;
}
.resource .title {
  font-weight: 600;
}
.resource .note {
  display: inline-block;
}
.answer {
  border: 1px solid #8b8574;
  padding: 0.4em 0.8em;
}
summary {
  font-weight: 600;
}
.contents, .resources ul, nav ol {
  list-style: none;
  padding: 0;
}
nav ol ol {
  padding-inline-start: 1.5em;
}
.resources, .transcript, .quiz {
  border-top: 1px solid #b07a1e;
  margin-top: 2em;
}
`;
