// Whether plots lie where their plants are. What tells it is seen while rows are read for other reasons.
import { PLANTS, type PlantMap, SOIL } from '../../plots/plant-map.ts'
import { openRing, type Polygon, type Position } from '../../plots/polygon.ts'
import { snapPlots } from '../../plots/snap.ts'
import { type Samples, samplesIn } from '../../rasters/read-rows.ts'
import { compile } from '../catalogue/program.ts'
import { readingOf } from './collector.ts'
import { createIsThere } from './is-there.ts'
import type { Layer } from './layer.ts'
import type { MaskRule } from './masks.ts'
import { measuredBands } from './measure-plots.ts'

/** With more, looking for their place would take too long. */
const PLOTS_MAX = 5000
/** Of the picture of plants, across the narrow side of a plot. */
const PIXELS_ACROSS = 20
/** Of the whole picture. */
const CELLS_MAX = 30_000_000
/** Contrast is the share of plants within plots minus that around them. With less, rows can't be told from gaps. */
const CONTRAST_MIN = 0.2
/**
 * What a better place must gain. On a real trial with closed canopies, plots that lie well gain up to 0.11 half a row further, and of
 * those moved by 1 m into the alley, 77 of 80 gain more than this.
 */
const GAIN_MIN = 0.15

type Size = Pick<Layer, 'width' | 'height'>

export type PlantWatch = {
  /** The same layer, whose rows are looked at while they are read. */
  over: (layer: Layer) => Layer
  /** Undefined where nothing can be said: too many plots, or none that are quadrilaterals. */
  fit: () => GridFit | undefined
}
export type GridFit = {
  /** Of all plots where they fit best together; near 0 in flights without clear rows. */
  contrast: number
  /** Whether each plot has a better place, further than a quarter of its width away. */
  isMisfit: boolean[]
}

/** Of whole plots in pixels. */
export function watchPlants(polygons: readonly Polygon[], { width, height }: Size, mask: MaskRule): PlantWatch {
  const quadrilaterals = polygons.map(quadrilateralOf)
  const known = quadrilaterals.filter((ring) => ring !== undefined)
  const stride = strideFor(known, { width, height })
  const columns = Math.ceil(width / stride)
  const canTell = known.length > 0 && polygons.length <= PLOTS_MAX
  const rows = canTell ? Math.ceil(height / stride) : 0
  const cover = {
    left: 0,
    top: 0,
    pixel: [stride, stride],
    columns,
    rows,
    cells: new Uint8Array(columns * rows),
  } as const
  const hidden = new Uint8Array(canTell ? cover.cells.length : 0)
  return {
    over: (layer) => (canTell ? watched(layer, { cover, stride, hidden, mask }) : layer),
    fit() {
      if (!canTell) return undefined
      for (const [at, isHidden] of hidden.entries()) if (isHidden) cover.cells[at] = 0
      const { block, plots } = snapPlots(known, cover)
      let next = 0
      const isMisfit = quadrilaterals.map((ring) => {
        if (!ring) return false
        const shift = plots[next]
        next += 1
        return shift?.isMisfit === true && shift.after - shift.before >= GAIN_MIN
      })
      return { contrast: block.after, isMisfit }
    },
  }
}

export const hasClearRows = ({ contrast }: Pick<GridFit, 'contrast'>): boolean => contrast >= CONTRAST_MIN

/** With y upwards, as a picture of plants has it. */
function quadrilateralOf(polygon: Polygon): Position[] | undefined {
  const ring = polygon.length === 1 && polygon[0]?.length === 1 ? openRing(polygon[0][0] ?? []) : []
  return ring.length === 4 ? ring.map(([x, y]) => [x, -y]) : undefined
}

function strideFor(rings: readonly (readonly Position[])[], { width, height }: Size): number {
  const narrow = rings.map(([a = [0, 0], b = a, c = b]) =>
    Math.min(Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1])),
  )
  const narrowest = narrow.reduce((least, one) => Math.min(least, one), Infinity)
  const fine = Number.isFinite(narrowest) ? Math.floor(narrowest / PIXELS_ACROSS) : 1
  return Math.max(1, fine, Math.ceil(Math.sqrt((width * height) / CELLS_MAX)))
}

type Watching = { cover: PlantMap; stride: number; hidden: Uint8Array; mask: MaskRule }

function watched(layer: Layer, { cover, stride, hidden, mask }: Watching): Layer {
  const program = compile([mask.expression])
  const places = program.bands.map((role) => layer.bands.indexOf(role))
  const isThere = createIsThere(layer, readingOf(layer, measuredBands(layer, [], mask)))
  const inputs = places.map(() => new Float64Array(cover.columns))
  const index = new Float64Array(cover.columns)
  const step = layer.bands.length
  const look = (pixels: Samples, first: number, cells: Uint8Array): void => {
    for (const [band, place] of places.entries()) {
      const numbers = inputs[band]
      if (!numbers) continue
      for (let at = 0; at < numbers.length; at += 1) numbers[at] = pixels[(first + at * stride) * step + place] ?? 0
    }
    program.run(inputs, [index])
    for (let at = 0; at < cells.length; at += 1) {
      const value = index[at] ?? Number.NaN
      const isKnown = Number.isFinite(value) && isThere(pixels, first + at * stride, undefined)
      cells[at] = isKnown ? (value > mask.threshold ? PLANTS : SOIL) : 0
    }
  }
  /** Those of the picture among the rows from `from` to before `to`. */
  const each = (from: number, to: number, take: (row: number, cells: number) => void): void => {
    for (let row = Math.ceil(from / stride) * stride; row < to; row += stride)
      take(row - from, (row / stride) * cover.columns)
  }
  const { readMaskRows } = layer
  return {
    ...layer,
    async readRows(from, to) {
      const bytes = await layer.readRows(from, to)
      const pixels = samplesIn(bytes, layer.sampleType)
      each(from, to, (row, cell) => look(pixels, row * layer.width, cover.cells.subarray(cell, cell + cover.columns)))
      return bytes
    },
    readMaskRows:
      readMaskRows &&
      (async (from, to) => {
        const rows = await readMaskRows(from, to)
        each(from, to, (row, cell) => {
          for (let at = 0; at < cover.columns; at += 1)
            hidden[cell + at] = rows[row * layer.width + at * stride] === 0 ? 1 : 0
        })
        return rows
      }),
  }
}
