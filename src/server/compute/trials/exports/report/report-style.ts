import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Markup } from '#domain/markup.ts'

const LATIN = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
/** Inside of it, because a report loads nothing. */
const FACE = `data:font/woff2;base64,${readFileSync(LATIN).toString('base64')}`

export const STYLE = new Markup(`
@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url(${FACE}) format("woff2"); }
body { margin: 0; background: #fbf8f1; color: #152f4a; font: 15px/1.5 "Inter Variable", Inter, "Segoe UI", Roboto, Arial, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.25rem; }
.facts, .legend, figcaption, caption { color: #4a5a6b; font-size: 0.875rem; }
.legend svg { vertical-align: middle; }
ul { padding-left: 1.25rem; }
.shapes { position: absolute; }
.maps { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1rem; }
figure { margin: 0; }
figure svg { display: block; width: 100%; max-height: 26rem; }
.season { display: block; width: 100%; margin: 1rem 0; font-size: 11px; fill: #4a5a6b; }
table { display: block; overflow-x: auto; border-collapse: collapse; margin: 1rem 0; font-size: 0.8125rem; }
caption { padding-bottom: 0.25rem; text-align: left; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #ddd8cb; text-align: left; vertical-align: top; }
thead th { border-bottom-color: #152f4a; }
.n { text-align: right; }
tbody th { font-weight: 500; white-space: nowrap; }
.all > * { border-top: 1px solid #152f4a; font-weight: 600; }
.names { overflow-wrap: anywhere; }
.hash { font-family: ui-monospace, Consolas, monospace; font-size: 0.6875rem; overflow-wrap: anywhere; }
@media print {
  @page { margin: 15mm; }
  body { background: #fff; font-size: 10pt; }
  main { max-width: none; padding: 0; }
  table { display: table; width: 100%; }
  thead { display: table-header-group; }
  tr, figure, .season { break-inside: avoid; }
  h2, caption { break-after: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`)
