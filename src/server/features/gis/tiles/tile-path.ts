import type { WebTile } from '#imagery/tiles/web-mercator.ts'

/** What the end of an address says of tiles: those of a map in its own colours, or of one of its indices. */
export type TilePath = {
  fileId: string
  index: string | undefined
  /** Undefined for the description of all of them. */
  tile: WebTile | undefined
}

const TILES =
  /^maps\/([\w-]{1,64})\/(?:([A-Za-z][A-Za-z\d]{0,19})\/)?(?:tiles\.json|(\d{1,2})\/(\d{1,10})\/(\d{1,10})\.png)$/

/** Of what follows the key. Undefined for another address. */
export function readTilePath(path: string): TilePath | undefined {
  const [, fileId, index, z, x, y] = TILES.exec(path) ?? []
  if (fileId === undefined) return undefined
  return { fileId, index, tile: z === undefined ? undefined : { z: Number(z), x: Number(x), y: Number(y) } }
}
