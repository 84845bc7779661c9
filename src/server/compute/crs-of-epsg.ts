import { createRequire } from 'node:module'
import { z } from 'zod'
import type { Crs } from '#domain/maps.ts'
import { toCrs } from '#imagery/rasters/crs.ts'

const require = createRequire(import.meta.url)
const entry = z.object({ name: z.string(), kind: z.string(), proj4: z.nullable(z.string()) })

/**
 * What stands in for grids that are too large to bring along: the shift of the whole datum, as PROJ 4 had it. It is right
 * within a few metres, between coordinate systems; within one of them nothing is shifted.
 */
const SHIFTS: Record<string, string> = {
  'BETA2007.gsb': '598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
  'OSTN15_NTv2_OSGBtoETRS.gsb': '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489',
  'nzgd2kgrid0005.gsb': '59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993',
}
const GRID = /\+nadgrids=(?!@null)(\S+)/

/** The coordinate system of a code of the EPSG registry; null for one that is unknown, or that proj4 can't work with. */
export function crsOfEpsg(epsg: number): Crs | null {
  const { name, kind, proj4 } = readEntry(epsg) ?? {}
  if (!name || !proj4 || !(kind === 'CRS-PROJCRS' || kind === 'CRS-GEOGCRS')) return null
  const grid = GRID.exec(proj4)?.[1]
  const shift = grid === undefined ? undefined : SHIFTS[grid]
  if (grid !== undefined && shift === undefined) return null
  return toCrs({ epsg, name, definition: proj4.replace(GRID, `+towgs84=${shift}`) })
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
