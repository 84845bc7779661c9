// What the steps of a preview hand to one another, in its folder.
import { readFile, writeFile } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import type { KnownLens, Level } from '#domain/processing.ts'
import type { TileGrid } from '#imagery/dense/match-tile.ts'
import type { Fix } from '#imagery/reconstruction/adjust.ts'
import type { Bend } from '#imagery/reconstruction/bend.ts'
import type { Small } from '#imagery/reconstruction/exposure.ts'
import type { MapLayout } from '#imagery/reconstruction/lay-out-maps.ts'
import type { Refusal } from '#imagery/reconstruction/refusal.ts'
import type { LeftOut } from '#imagery/reconstruction/select-photos.ts'
import type { Solved } from '#imagery/reconstruction/solve-model.ts'
import type { EnginePhoto } from '../engine.ts'

/** A photo as it was copied: its name at the customer's, and the file it lies in. */
export type CopiedPhoto = Pick<EnginePhoto, 'name' | 'position'> & { file: string }

/** A photo that is matched, by the name it has there. */
export type MatchedPhoto = {
  name: string
  file: string
  matchedName: string
  /** Of the photo as it was taken, by that which is matched. */
  scale: number
  focal: number
  fix: Fix
  /** Of its camera. */
  serial: string | null
  /** When it was taken; null where that is not known, or its camera takes all rows at once. */
  seconds: number | null
  small: Small
}

export type Prepared = {
  refusal: Refusal | null
  photos: number
  leftOut: LeftOut[]
  statedHeight: number | null
  /** How many of the photos are of a camera that was converted to near infrared; 0 where fewer than half of them are. */
  nearInfrared: number
  epsg: number
  /** What positions are counted from, in metres of the coordinate system. */
  origin: [number, number]
  /** Names of one camera each, with what its photos say of it: width, height and focal length in pixels. */
  cameras: { names: string[]; width: number; height: number; focal: number }[]
  pairs: [string, string][]
  matched: MatchedPhoto[]
}

export type SolvedFile = {
  refusal: Refusal | null
  solved: Solved | null
  layout: MapLayout | null
  /** Of surfaces, where enough photos tell. */
  bend: Bend | null
}

/** Of photos that no step has refused. */
export function modelOf({ solved, layout, bend }: SolvedFile) {
  if (!solved || !layout) throw new Error('There is no model')
  return { solved, layout, bend }
}

export type Model = ReturnType<typeof modelOf>

/** Of the orthomosaic, as it was drawn. */
export type DrawnFile = { width: number; height: number }

/** What was ordered: so many pixels of the photos to a cell of the surface. And what is known of lenses. */
export type WantedFile = { cellPixels: number; lenses: readonly KnownLens[] }

/** A photo as grey bytes: where its halvings begin in the file. */
export type GreyPhoto = { file: string; width: number; height: number; starts: number[] }

/** Of the surface, and how much of it has no height. */
export type DenseFile = {
  grid: TileGrid
  refusedShare: number
  /** Of a height, in metres; null where too few photos tell. */
  noise: number | null
}

/** The terrain, or why there is none: 'colours' don't tell plants from soil, or plants hide it. */
export type TerrainFile = { grid: TileGrid; why: null } | { grid: null; why: 'colours' | 'hidden' }

/** What a preview has none of. */
export type MadeSurface = DenseFile & { terrain: TerrainFile }

type Files = {
  copied: CopiedPhoto[]
  prepared: Prepared
  solved: SolvedFile
  wanted: WantedFile
  grey: GreyPhoto[]
  dense: DenseFile
  terrain: TerrainFile
  drawn: DrawnFile
}

/** Our own files of our own folder. */
export async function readStep<Name extends keyof Files>(folder: string, name: Name): Promise<Files[Name]> {
  return deserialize(await readFile(`${folder}/${name}.bin`)) as Files[Name]
}

export const writeStep = <Name extends keyof Files>(folder: string, name: Name, content: Files[Name]): Promise<void> =>
  writeFile(`${folder}/${name}.bin`, serialize(content))

export const NODATA = -9999

/** What each product says of itself. At most 32 characters: a point cloud has no more room. */
export const LABEL = 'preview, GPS accuracy'
export const labelOf = (isSurface: boolean, level: Level): string =>
  isSurface ? `surface, ${level === 'rtk' ? 'RTK' : 'GPS'} accuracy` : LABEL

/** In metres: positions that are as exact have corrections. */
const RTK_ERROR_MAX = 0.1

/** Most photos decide. */
export const levelOf = (matched: Prepared['matched']): Level =>
  2 * matched.filter(({ fix }) => fix.up <= RTK_ERROR_MAX).length > matched.length ? 'rtk' : 'gps'
