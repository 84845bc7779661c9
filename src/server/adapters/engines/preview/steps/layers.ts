import { join } from 'node:path'
import type { Small } from '#imagery/reconstruction/exposure.ts'
import type { MapLayout } from '#imagery/reconstruction/lay-out-maps.ts'
import { lowOf } from '#imagery/reconstruction/low-band.ts'
import type { Reconstruction } from '#imagery/reconstruction/model.ts'

/** The pixels of the two variants of an orthomosaic, RGBA: blended, then plain. */
export const layersOf = (folder: string): [string, string] => [join(folder, 'blended.raw'), join(folder, 'plain.raw')]

/** Shares of the height above the ground. */
const [FEATHER, SPREAD] = [0.016, 0.2]

type Drawing = { model: Reconstruction; layout: MapLayout; smalls: readonly Small[]; gains: Float64Array }

/** What an orthomosaic is laid out from. */
export const sceneOf = ({ model: { cameras, views }, layout, smalls, gains }: Drawing) => ({
  scene: {
    cameras,
    views,
    lows: smalls.map((small, at) => lowOf(small, gains.subarray(at * 3, at * 3 + 3))),
    ground: layout.ground,
    feather: FEATHER * layout.heightAboveGround,
    spread: SPREAD * layout.heightAboveGround,
  },
  surface: layout.surface,
  isCovered: layout.isCovered,
  gains,
  pixel: layout.pixel,
})

/** Of pixels without a head: `type` 1 is a byte, 4 a float. https://www.nv5geospatialsoftware.com/docs/ENVIHeaderFiles.html */
export const envHeader = ({
  width,
  height,
  bands,
  type,
}: {
  width: number
  height: number
  bands: number
  type: 1 | 4
}): string =>
  `ENVI\nsamples = ${width}\nlines = ${height}\nbands = ${bands}\nheader offset = 0\nfile type = ENVI Standard\ndata type = ${type}\ninterleave = bip\nbyte order = 0\n`
