const HEADER = 8
const ENTRY = 12
const [SHORT, LONG] = [3, 4]

/** A TIFF of one strip of 32-bit floats, without a place. */
export function heightTiff(
  width: number,
  height: number,
  heightAt: (column: number, row: number) => number,
): Uint8Array<ArrayBuffer> {
  const bytes = width * height * 4
  const tags = [
    [256, LONG, width],
    [257, LONG, height],
    [258, SHORT, 32],
    [259, SHORT, 1],
    [262, SHORT, 1],
    [273, LONG, HEADER],
    [277, SHORT, 1],
    [278, LONG, height],
    [279, LONG, bytes],
    [339, SHORT, 3],
  ] as const
  const file = new DataView(new ArrayBuffer(HEADER + bytes + 2 + tags.length * ENTRY + 4))
  file.setUint32(0, 0x49492a00)
  file.setUint32(4, HEADER + bytes, true)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      file.setFloat32(HEADER + (row * width + column) * 4, heightAt(column, row), true)
  let at = HEADER + bytes
  file.setUint16(at, tags.length, true)
  at += 2
  for (const [tag, type, value] of tags) {
    file.setUint16(at, tag, true)
    file.setUint16(at + 2, type, true)
    file.setUint32(at + 4, 1, true)
    file.setUint32(at + 8, value, true)
    at += ENTRY
  }
  return new Uint8Array(file.buffer)
}
