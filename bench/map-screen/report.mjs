// What was measured, as Markdown.
import { judged, range, table } from '../report.mjs'

export const HERE = 'this machine'
const DEMANDED = { first: 1000, sharp: 2000, mib: 3, task: 100, change: 100 }

export function toMarkdown({ machine, pixels, rounds, copyBytes, looks }) {
  const lines = Object.entries(looks)
  const size = pixels.toLocaleString('en')
  return `# The screen of maps, measured

${new Date().toISOString().slice(0, 10)}, by \`npm run bench:map-screen\`. One photo of ${size} x ${size} pixels, whose copy has ${inMib(copyBytes).toFixed(0)} MiB. ${rounds} rounds, each with an empty cache, a window of 1280 x 900 pixels and the production build. Figures are the least and the most of the rounds, and their median.
There is no GPU: Chromium draws in software, on the processors that the server runs on as well. The time that calls of the GPU hold the page is therefore named beside the rest. **Bold** is missed, by the median.

${table(['what', 'is'], machine)}

## The first view

From the navigation, with the page itself. OpenLayers' own GeoTIFF source shows the same copy over the same kind of link, on a page with nothing but the map.
Demanded on this machine: first pixels in ${DEMANDED.first} ms, sharp in ${DEMANDED.sharp} ms, at most ${DEMANDED.mib} MiB of the map.

${firstViews(lines)}

## From the whole map to its pixels

${zooms(lines)}

## While it moves

The longest task on the page's thread, and what is left of it without the calls of the GPU. Demanded: at most ${DEMANDED.task} ms.

${moves(lines)}

## Another index

From the choice to the frame with it: when the page has handed it to the GPU, and when it is drawn. Demanded: at most ${DEMANDED.change} ms.

${changes(looks[HERE].flatMap(({ indices }) => indices))}
`
}

const firstViews = (lines) =>
  table(
    ['line', 'shown by', 'first pixels, ms', 'sharp, ms', 'MiB of the map', 'requests for it', 'MiB of the page'],
    lines.flatMap(([line, rounds]) => [
      [line, 'Skyfurrow', ...viewOf(each(rounds, 'first'), line === HERE ? DEMANDED : {})],
      [line, "OpenLayers' GeoTIFF", ...viewOf(each(rounds, 'alternative'), {})],
    ]),
  )

const viewOf = (views, most) => [
  judged(each(views, 'first'), most.first),
  judged(each(views, 'sharp'), most.sharp),
  judged(each(views, 'map').map(inMib), most.mib, 2),
  range(each(views, 'requests'), 0),
  range(each(views, 'other').map(inMib)),
]

function zooms(lines) {
  const rows = lines.map(([line, rounds]) => {
    const views = each(rounds, 'zoom')
    return [
      line,
      range(each(views, 'sharp'), 0),
      range(each(views, 'map').map(inMib)),
      range(each(views, 'requests'), 0),
    ]
  })
  return table(['line', 'sharp, ms', 'MiB', 'requests'], rows)
}

function moves(lines) {
  const ways = [
    ['by 40 arrow keys', 'keys'],
    ['by dragging', 'drag'],
  ]
  const rows = lines.flatMap(([line, rounds]) =>
    ways.map(([how, key]) => {
      const pans = each(rounds, key)
      return [
        how,
        line,
        range(each(pans, 'task'), 0),
        judged(each(pans, 'ownTask'), DEMANDED.task),
        range(each(pans, 'tiles'), 0),
      ]
    }),
  )
  return table(['how', 'line', 'longest task, ms', 'without the GPU, ms', 'tiles drawn'], rows)
}

function changes(all) {
  const row = [
    judged(each(all, 'submitted'), DEMANDED.change),
    range(each(all, 'drawn'), 0),
    range(each(all, 'task'), 0),
    judged(each(all, 'ownTask'), DEMANDED.task),
  ]
  return table(['handed over, ms', 'drawn in software, ms', 'longest task, ms', 'without the GPU, ms'], [row])
}

const each = (list, key) => list.map((one) => one[key])
const inMib = (bytes) => bytes / 1024 / 1024
