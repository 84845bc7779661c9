// The small pictures inside photos, all of a flight on a few sheets.
import { decodeJpeg } from './decode-jpeg.ts'

export type Thumbnails = {
  sheets: readonly OffscreenCanvas[]
  /** Of one picture, in pixels. */
  cell: { width: number; height: number }
  /** Of each photo, its place on the sheets; -1 for none. */
  places: Int32Array
}

/** Of the memory for all sheets. */
const PIXELS_MAX = 20_000_000
const SHEET_SIDE = 2048
const THUMBNAIL_PIXELS_MAX = 1_000_000
/** Cameras write 160 x 120. */
const CELL_MAX = { width: 160, height: 120 }

/** So large that `count` pictures find room in the memory for them. */
export function cellFor(count: number): Thumbnails['cell'] {
  const shrink = Math.min(1, Math.sqrt(PIXELS_MAX / (Math.max(1, count) * CELL_MAX.width * CELL_MAX.height)))
  return { width: Math.floor(CELL_MAX.width * shrink), height: Math.floor(CELL_MAX.height * shrink) }
}

export const columnsOf = ({ width }: Thumbnails['cell']): number => Math.floor(SHEET_SIDE / width)
const rowsOf = ({ height }: Thumbnails['cell']): number => Math.floor(SHEET_SIDE / height)

/** Which sheet, and where on it, by the place of a picture. */
export function placeOn(place: number, cell: Thumbnails['cell']) {
  const [columns, rows] = [columnsOf(cell), rowsOf(cell)]
  const onSheet = place % (columns * rows)
  return {
    sheet: Math.floor(place / (columns * rows)),
    x: (onSheet % columns) * cell.width,
    y: Math.floor(onSheet / columns) * cell.height,
  }
}

/** Null for a photo without a picture. */
export function cellOf({ sheets, cell, places }: Thumbnails, photo: number) {
  const place = places[photo] ?? -1
  const found = placeOn(Math.max(0, place), cell)
  const sheet = sheets[found.sheet]
  return place < 0 || !sheet ? null : { ...found, ...cell, sheet }
}

/** Takes pictures as they come, by the names of their photos. */
export function createThumbnails() {
  let cell: Thumbnails['cell'] | undefined
  const canvases: OffscreenCanvas[] = []
  const places = new Map<string, number>()
  return {
    /** Draws a JPEG on the next free place; one that can't be decoded has none. */
    async add(name: string, jpeg: Uint8Array<ArrayBuffer>, count: number): Promise<void> {
      cell ??= cellFor(count)
      const picture = await decodeJpeg(jpeg, { pixelsMax: THUMBNAIL_PIXELS_MAX })
      if (!picture) return
      const { sheet, x, y } = placeOn(places.size, cell)
      canvases[sheet] ??= new OffscreenCanvas(SHEET_SIDE, SHEET_SIDE)
      // As cameras do it: whole, with bars where its shape is another one.
      const scale = Math.min(cell.width / picture.width, cell.height / picture.height)
      const [width, height] = [scale * picture.width, scale * picture.height]
      const [left, top] = [x + (cell.width - width) / 2, y + (cell.height - height) / 2]
      canvases[sheet].getContext('2d')?.drawImage(picture, left, top, width, height)
      places.set(name, places.size)
      picture.close()
    },
    /** In the order of the names. */
    placed(names: readonly string[]): Thumbnails | null {
      if (!cell) return null
      return {
        sheets: canvases,
        cell,
        places: Int32Array.from(names, (name) => places.get(name) ?? -1),
      }
    },
  }
}
