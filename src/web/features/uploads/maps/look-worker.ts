// What maps that are still on the customer's disk say of themselves, and the maps in an archive.
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { extensionOf } from '#domain/archive/file-types.ts'
import { BESIDE_MAPS, type RasterFacts } from '#domain/maps.ts'
import { KiB } from '#domain/units.ts'
import { crsOfWkt } from '#imagery/rasters/crs.ts'
import { NO_CODECS } from '#imagery/rasters/decode-block.ts'
import { describeRaster } from '#imagery/rasters/describe-raster.ts'
import { findRaster } from '#imagery/rasters/raster.ts'
import { createRowReader } from '#imagery/rasters/read-rows.ts'
import { readDirectories } from '#imagery/rasters/tiff-directories.ts'
import { UnreadableRaster } from '#imagery/rasters/unreadable.ts'
import { utmOfEpsg } from '#imagery/rasters/utm.ts'
import { browserDecoders } from '#web/lib/raster-map/browser-decoders.ts'
import { unpackMaps } from './unpack-maps.ts'

export type LookOrder =
  | { key: number; file: File /** Of the same name, which say where it lies. */; beside: readonly File[] }
  | { archive: File }
/** `facts` are null where only the server can tell. */
export type MapLook = { facts: Omit<RasterFacts, 'ranges'> | null; reason: string | null }
export type LookReport =
  | { key: number; look: MapLook }
  | { fraction: number }
  | { unpacked: File[] }
  /** Why no map can be taken from the archive. */
  | { problem: string }

const TEXT_BYTES_MAX = KiB(64)
const codecs = { ...NO_CODECS, inflate: browserDecoders.inflate }

const say = (report: LookReport): void => self.postMessage(report, { transfer: [] })

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<LookOrder>) => {
  if ('archive' in data)
    void unpackMaps(data.archive, (fraction) => say({ fraction })).then(
      (unpacked) => say({ unpacked }),
      (error: unknown) => say({ problem: error instanceof Error ? error.message : String(error) }),
    )
  else void lookAt(data.file, data.beside).then((look) => say({ key: data.key, look }))
})

async function lookAt(file: File, others: readonly File[]): Promise<MapLook> {
  const readRange: ReadRange = async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer())
  try {
    const { raster } = findRaster(await readDirectories(file.size, readRange))
    const readRows = createRowReader({ raster, readRange, codecs })
    const textOf = async (extensions: readonly string[]): Promise<string | null> =>
      (await others
        .find(({ name }) => extensions.includes(extensionOf(name)))
        ?.slice(0, TEXT_BYTES_MAX)
        .text()) ?? null
    const facts = await describeRaster({
      raster,
      readRows,
      fileName: file.name,
      worldFile: await textOf(BESIDE_MAPS.worldFile),
      prj: await textOf(BESIDE_MAPS.prj),
      crsOfEpsg: utmOfEpsg,
      crsOfWkt: (text) => crsOfWkt(text, utmOfEpsg),
    })
    return { facts, reason: null }
  } catch (error) {
    // What this browser can't decode, the server may.
    const isFinal = error instanceof UnreadableRaster && error.reason === 'not-a-raster'
    return { facts: null, reason: isFinal ? error.message : null }
  }
}
