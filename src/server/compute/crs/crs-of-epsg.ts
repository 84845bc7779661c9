import { createRequire } from 'node:module'
import { z } from 'zod'
import type { Crs } from '#domain/maps.ts'
import { toCrs } from '#imagery/rasters/crs.ts'
import { withRightShift } from './datum-shifts.ts'

const require = createRequire(import.meta.url)
const entry = z.object({
  name: z.string(),
  kind: z.string(),
  proj4: z.nullable(z.string()),
  unit: z.nullable(z.string()),
})

/** Of a compound system and one with heights, the horizontal part counts. */
const KINDS = ['CRS-PROJCRS', 'CRS-GEOGCRS', 'CRS-GEOG3DCRS', 'CRS-COMPOUNDCRS']
/** proj4 takes the coordinates of longitude and latitude as degrees. */
const GRADS = 'grad'
/** Zones in which the shift of their datum is more than 10 m off. */
const FAR_OFF = new Set([
  3167, 3168, 3330, 3833, 3837, 3838, 4751, 5520, 5631, 5670, 5671, 5680, 6990, 6991, 22_235, 23_036, 23_037, 29_168,
])

/** The coordinate system of a code of the EPSG registry; null for one that is unknown, or that proj4 can't work with. */
export function crsOfEpsg(epsg: number): Crs | null {
  const { name, kind = '', proj4, unit } = readEntry(epsg) ?? {}
  if (!name || !proj4 || !KINDS.includes(kind) || unit === GRADS || FAR_OFF.has(epsg)) return null
  const definition = withRightShift(proj4)
  return definition === undefined ? null : toCrs({ epsg, name, definition })
}

/** One small file for each code. */
function readEntry(epsg: number) {
  if (!Number.isInteger(epsg)) return undefined
  try {
    return entry.parse(require(`epsg-index/s/${epsg}.json`))
  } catch (error) {
    if ((error as { code?: unknown }).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
