// Tiles of a map that is made for a test, as a worker thread draws them.
import type { RasterFacts } from '#domain/maps.ts'
import { isPictureRaster } from '#imagery/rasters/content.ts'
import { describeRaster } from '#imagery/rasters/describe-raster.ts'
import { firstLook, type Look } from '#imagery/rasters/look.ts'
import { findRaster } from '#imagery/rasters/raster.ts'
import { createRowReader } from '#imagery/rasters/read-rows.ts'
import { readDirectories } from '#imagery/rasters/tiff-directories.ts'
import { makeTiff, type TiffOptions } from '#imagery/testing/make-tiff.ts'
import { lookableOf } from '#imagery/tiles/draw-tile.ts'
import { WEB_TILE_PIXELS, type WebTile } from '#imagery/tiles/web-mercator.ts'
import { crsOfEpsg } from '../crs/crs-of-epsg.ts'
import type { Compute } from '../pool.ts'
import { codecs } from '../rasters/raster-codecs.ts'
import type { work as tileWork } from '../rasters/tile-worker.ts'
import { sharp } from '../safe-sharp.ts'
import { copyOf } from './raster-copies.ts'

const WORKER = new URL('../rasters/tile-worker.ts', import.meta.url)

/** How a map is made, and what is known of it beside its file. */
export type MapOptions = TiffOptions & { known?: Partial<RasterFacts> }

type DrawOptions = { look?: Look; ranges?: RasterFacts['ranges'] }

/** Its copy for viewing, and its tiles as RGBA; null where it is not. */
export async function openTiles(compute: Compute, { known, ...options }: MapOptions) {
  const file = makeTiff(options)
  const readRange = async (from: number, to: number) => file.slice(from, to)
  const { raster } = findRaster(await readDirectories(file.length, readRange))
  const readRows = createRowReader({ raster, readRange, codecs })
  const described = { raster, readRows, fileName: 'map.tif', worldFile: null, prj: null, crsOfEpsg }
  const facts: RasterFacts = {
    ...(await describeRaster({ ...described, crsOfWkt: () => null })),
    ranges: Array.from({ length: raster.bands }, () => [0, 255]),
    ...known,
  }
  const isPicture = await isPictureRaster(raster, readRows)
  if (isPicture !== facts.isPicture) throw new Error('A picture is a picture')
  const copy = await copyOf(file)
  const read: [from: number, to: number][] = []
  const draw = async (tile: WebTile, { look, ...over }: DrawOptions = {}): Promise<Uint8Array | null> => {
    const shown = { ...facts, ...over }
    const made = await compute.run<typeof tileWork>({
      file: WORKER,
      input: { bytes: copy.length, facts: shown, look: look ?? firstLook(lookableOf(shown)), tile },
      readRange: async (from, to) => {
        read.push([from, to])
        return copy.slice(from, to)
      },
    })
    if (!made) return null
    const { data, info } = await sharp(made.png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    if (info.width !== WEB_TILE_PIXELS || info.height !== WEB_TILE_PIXELS) throw new Error('A tile has another size')
    return new Uint8Array(data)
  }
  return { copy, facts, draw, read }
}

/** The tile of a zoom in which a place lies. */
export function tileAt([lon, lat]: readonly [number, number], z: number): WebTile {
  const sine = Math.sin((lat * Math.PI) / 180)
  const x = Math.floor(((lon + 180) / 360) * 2 ** z)
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z)
  return { z, x, y }
}
