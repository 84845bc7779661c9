// How bright and how sharp a JPEG is, from its coefficients: nothing is transformed back to pixels.
import type { Colours } from './colours.ts'
import type { Histogram } from './histogram.ts'
import type { HuffmanTable } from './huffman-table.ts'
import { type JpegTables, readJpegTables } from './jpeg-tables.ts'
import { BROKEN, type Chroma, createScanReader, type Plan } from './read-scan.ts'
import { removeStuffing } from './remove-stuffing.ts'
import { type Differences, differencesOfBlocks } from './sharpness.ts'

export type Luma = {
  /** Of the mean luma of blocks of 8 x 8 pixels. */
  histogram: Histogram
  /** Across and down. */
  differences: readonly Differences[]
  /** Null of a grey picture. */
  colours: Colours | null
}

/**
 * Of a JPEG, or of its first bytes, from any marker before its tables: as far as there are whole blocks. Null of what is not
 * sequential, of 8 bits and of one or three components, of what is broken, and of what has no whole block.
 */
export function readJpegLuma(bytes: Uint8Array): Luma | null {
  const tables = readJpegTables(bytes)
  if (!tables) return null
  const steps = tables.quantisations.get(tables.components[0]?.quantisation ?? 0)
  const units = unitsOf(tables)
  if (!steps || !units?.plan.some(({ isLuma }) => isLuma)) return null
  const { data, ends } = removeStuffing(bytes.subarray(tables.scanAt))
  const reader = createScanReader(data, steps[0] ?? 1, chromaOf(tables))
  const { restartEvery } = tables
  let left = units.count
  for (const [index, to] of ends.entries()) {
    const wanted = restartEvery === 0 ? left : Math.min(left, restartEvery)
    const found = reader.read({ from: ends[index - 1] ?? 0, to }, { plan: units.plan, units: wanted })
    const isLast = index === ends.length - 1
    if (found === BROKEN || (found < wanted && !isLast)) return null
    left -= found
    if (left === 0) break
  }
  const { histogram, squares } = reader
  if (!histogram.some((count) => count > 0)) return null
  return { histogram, differences: differencesOfBlocks(squares, steps), colours: reader.colours() }
}

/** Of three components in one scan: luma, Cb and Cr, in this order in the frame. */
function chromaOf({ components, scan, quantisations }: JpegTables): Chroma | null {
  const [cb, cr] = [1, 2].map((place) => {
    const at = scan.findIndex(({ component }) => component === components[place])
    return { at, step: quantisations.get(components[place]?.quantisation ?? 0)?.[0] ?? 1 }
  })
  return cb && cr && cb.at >= 0 && cr.at >= 0 ? { cb, cr } : null
}

/** The blocks of a unit of the scan, and how many units there are (ITU-T T.81 A.2). Null where a table is missing. */
function unitsOf({ width, height, components, scan, ...tables }: JpegTables): { plan: Plan; count: number } | null {
  const across = Math.max(...components.map((one) => one.across))
  const down = Math.max(...components.map((one) => one.down))
  const blocks = scan.map(({ component, dc, ac }, at) => {
    const isLuma = component === components[0]
    return { component, block: blockOf({ isLuma, at }, tables.dc.get(dc), tables.ac.get(ac)) }
  })
  const [first, second] = blocks
  const known = blocks.flatMap(({ component, block }) => (block ? [{ component, block }] : []))
  if (!first?.block || known.length < blocks.length) return null
  // A scan of one component has no units of several blocks.
  if (!second) {
    const { component } = first
    const columns = Math.ceil((width * component.across) / across / 8)
    return { plan: [first.block], count: columns * Math.ceil((height * component.down) / down / 8) }
  }
  return {
    plan: known.flatMap(({ component, block }) =>
      Array.from({ length: component.across * component.down }, () => block),
    ),
    count: Math.ceil(width / 8 / across) * Math.ceil(height / 8 / down),
  }
}

const blockOf = (
  place: { isLuma: boolean; at: number },
  dc: HuffmanTable | undefined,
  ac: HuffmanTable | undefined,
): Plan[number] | undefined => (dc && ac ? { ...place, dc, ac } : undefined)
