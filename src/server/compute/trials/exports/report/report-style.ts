import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Markup } from '#domain/markup.ts'

const { resolve } = createRequire(import.meta.url)
const fontOf = (file: string): string => `data:font/woff2;base64,${readFileSync(resolve(file)).toString('base64')}`
/** Inside of it, because a report loads nothing. */
const TEXT_FACE = fontOf('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
const DISPLAY_FACE = fontOf('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2')
const FAMILY = '"Inter Variable", Inter, "Segoe UI", Roboto, Arial, sans-serif'

const NAME_MAX = 70

/** A text of people inside of a style: whatever could end the string or the style is written by its number. */
const stringOf = (text: string): string =>
  `"${Array.from(text, (one) => (/^[\w ]$/.test(one) ? one : `\\${(one.codePointAt(0) ?? 0).toString(16)} `)).join('')}"`

/** `name` stands at the foot of each page of paper. */
export const styleOf = (name: string): Markup =>
  new Markup(`
@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url(${TEXT_FACE}) format("woff2"); }
@font-face { font-family: "Bricolage Grotesque"; font-weight: 600; src: url(${DISPLAY_FACE}) format("woff2"); }
body { margin: 0; background: #fbf8f1; color: #152f4a; font: 15px/1.5 ${FAMILY}; font-variant-numeric: tabular-nums; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1, h2 { font-family: "Bricolage Grotesque", ${FAMILY}; font-weight: 600; line-height: 1.2; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 2rem; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.375rem; }
.by { display: flex; align-items: center; gap: 0.5rem; margin: 0 0 1.5rem; padding-bottom: 0.5rem; border-bottom: 2px solid #0d6e5f; }
.by svg { width: 1.5rem; height: 1.5rem; }
.by strong { font: 600 1.125rem/1 "Bricolage Grotesque", ${FAMILY}; }
.by span { margin-left: auto; }
.facts { display: grid; grid-template-columns: repeat(4, auto); gap: 0.75rem 1.5rem; margin: 1rem 0 0; }
.facts div { min-width: 0; }
.facts dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.by span, dt, .legend, .note, figcaption, caption { color: #4a5a6b; font-size: 0.875rem; }
ul { padding-left: 1.25rem; }
li { overflow-wrap: anywhere; }
.shapes { position: absolute; }
.shapes path { vector-effect: non-scaling-stroke; }
.legend { display: flex; flex-wrap: wrap; align-items: end; gap: 0.25rem 1.5rem; margin: 0.5rem 0 0.75rem; }
.legend svg { display: block; overflow: visible; font-size: 11px; fill: #152f4a; }
.legend .key { display: flex; align-items: center; gap: 0.375rem; }
.maps { display: grid; grid-template-columns: repeat(var(--across), minmax(0, 1fr)); gap: 1rem; }
figure { margin: 0; }
.maps svg { display: block; width: 100%; max-height: 26rem; }
figcaption strong { color: #152f4a; font-weight: 600; }
.chart { margin: 1.25rem 0; }
.season { display: block; width: 100%; font-size: 11px; fill: #152f4a; }
table { display: block; overflow-x: auto; border-collapse: collapse; margin: 1rem 0; font-size: 0.8125rem; }
caption { padding-bottom: 0.25rem; text-align: left; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #ddd8cb; text-align: left; vertical-align: top; }
thead th { border-bottom-color: #152f4a; vertical-align: bottom; }
.n { text-align: right; }
th span { white-space: nowrap; }
tbody th { min-width: 5rem; font-weight: 500; overflow-wrap: anywhere; }
.all > * { border-top: 1px solid #152f4a; font-weight: 600; }
.names, .plan { overflow-wrap: anywhere; }
.hash { font-family: ui-monospace, Consolas, monospace; font-size: 0.6875rem; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .facts { grid-template-columns: repeat(2, auto); } .maps { grid-template-columns: minmax(0, 1fr); } }
@page {
  size: A4;
  margin: 16mm 15mm 18mm;
  @bottom-left { content: ${stringOf(name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name)}; font: 8pt ${FAMILY}; color: #4a5a6b; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt ${FAMILY}; color: #4a5a6b; }
}
@media print {
  html { font-size: 10pt; }
  body { background: #fff; font-size: 1rem; }
  main { max-width: none; padding: 0; }
  p, li { orphans: 3; widows: 3; }
  h2 { margin-top: 8mm; }
  .maps { gap: 4mm; }
  .maps svg { max-height: var(--highest); }
  table { display: table; width: 100%; font-size: 8pt; line-height: 1.35; }
  th, td { padding-block: 0.6mm; }
  thead { display: table-header-group; }
  tr, figure, li, .facts, .kept { break-inside: avoid; }
  h2, caption, thead, .legend { break-after: avoid; }
  .all { break-before: avoid; }
  .beside { columns: 2; column-gap: 10mm; }
  .beside table { margin-top: 0; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`)
