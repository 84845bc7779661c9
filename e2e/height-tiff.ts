const HEADER = 8
const ENTRY = 12
const [SHORT, LONG, DOUBLE] = [3, 4, 12]
const SIZES = { [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 }

/** Of a GeoTIFF near Lamberton, Minnesota, in zone 15 north: the size of a pixel, the place of its upper left corner, the keys. */
const placed = (metres: number) =>
  [
    [33550, DOUBLE, [metres, metres, 0]],
    [33922, DOUBLE, [0, 0, 0, 300_000, 4_900_012, 0]],
    [34735, SHORT, [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32_615]],
  ] as const

/** A TIFF of one strip of 32-bit floats; without a place, unless the size of its pixels is given. */
export function heightTiff(
  { width, height, pixelMetres }: { width: number; height: number; pixelMetres?: number },
  heightAt: (column: number, row: number) => number,
): Uint8Array<ArrayBuffer> {
  const bytes = width * height * 4
  const tags: (readonly [tag: number, type: number, values: readonly number[]])[] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, [32]],
    [259, SHORT, [1]],
    [262, SHORT, [1]],
    [273, LONG, [HEADER]],
    [277, SHORT, [1]],
    [278, LONG, [height]],
    [279, LONG, [bytes]],
    [339, SHORT, [3]],
    ...(pixelMetres === undefined ? [] : placed(pixelMetres)),
  ]
  const directory = HEADER + bytes
  let beyond = directory + 2 + tags.length * ENTRY + 4
  const file = new DataView(new ArrayBuffer(beyond + 256))
  const put = (at: number, type: number, value: number) => {
    if (type === DOUBLE) file.setFloat64(at, value, true)
    else if (type === LONG) file.setUint32(at, value, true)
    else file.setUint16(at, value, true)
  }
  file.setUint32(0, 0x49492a00)
  file.setUint32(4, directory, true)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      file.setFloat32(HEADER + (row * width + column) * 4, heightAt(column, row), true)
  file.setUint16(directory, tags.length, true)
  for (const [index, [tag, type, values]] of tags.entries()) {
    const at = directory + 2 + index * ENTRY
    const size = SIZES[type] ?? 0
    file.setUint16(at, tag, true)
    file.setUint16(at + 2, type, true)
    file.setUint32(at + 4, values.length, true)
    const isBeyond = values.length * size > 4
    if (isBeyond) file.setUint32(at + 8, beyond, true)
    for (const [nth, value] of values.entries()) put((isBeyond ? beyond : at + 8) + nth * size, type, value)
    if (isBeyond) beyond += values.length * size
  }
  return new Uint8Array(file.buffer)
}
