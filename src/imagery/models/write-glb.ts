// A surface with a picture on it as a binary glTF 2.0. https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
import { glbHeadOf } from './glb-head.ts'

type Relief = {
  /** Points of the grid, row by row from the north-west; NaN where there is no ground. In metres. */
  heights: Float32Array
  width: number
  height: number
  cell: number
  /** The height that becomes 0. */
  base: number
  jpeg: Uint8Array
  /** What the file says of itself. */
  extras: Record<string, unknown>
}

const [FLOAT, UNSIGNED_INT, ARRAY_BUFFER, ELEMENT_BUFFER, CLAMP] = [5126, 5125, 34_962, 34_963, 33_071]

/** Its middle is the origin; y is up, -z is north. */
export function writeGlb(relief: Relief): Uint8Array {
  const { positions, places, indices } = meshOf(relief)
  const parts = [positions, places, indices, relief.jpeg].map(
    (part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength),
  )
  const starts: number[] = []
  const bytes = parts.reduce((end, part) => {
    starts.push(end)
    return padded(end + part.length)
  }, 0)
  const [low, high] = boundsOf(positions)
  const viewOf = (index: number, target?: number) => ({
    buffer: 0,
    byteOffset: starts[index],
    byteLength: parts[index]?.length,
    ...(target && { target }),
  })
  const json = {
    asset: { version: '2.0', generator: 'Skyfurrow', extras: relief.extras },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, indices: 2, material: 0 }] }],
    materials: [
      {
        pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0, roughnessFactor: 1 },
        doubleSided: true,
      },
    ],
    textures: [{ source: 0, sampler: 0 }],
    samplers: [{ wrapS: CLAMP, wrapT: CLAMP }],
    images: [{ bufferView: 3, mimeType: 'image/jpeg' }],
    accessors: [
      { bufferView: 0, componentType: FLOAT, count: positions.length / 3, type: 'VEC3', min: low, max: high },
      { bufferView: 1, componentType: FLOAT, count: places.length / 2, type: 'VEC2' },
      { bufferView: 2, componentType: UNSIGNED_INT, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews: [viewOf(0, ARRAY_BUFFER), viewOf(1, ARRAY_BUFFER), viewOf(2, ELEMENT_BUFFER), viewOf(3)],
    buffers: [{ byteLength: bytes }],
  }
  const head = glbHeadOf(json, bytes)
  const file = new Uint8Array(head.length + bytes)
  file.set(head)
  for (const [index, part] of parts.entries()) file.set(part, head.length + (starts[index] ?? 0))
  return file
}

const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4

function meshOf({ heights, width, height, cell, base }: Relief) {
  const numbers = new Int32Array(heights.length).fill(-1)
  const [positions, places, indices]: [number[], number[], number[]] = [[], [], []]
  for (const [at, value] of heights.entries()) {
    if (Number.isNaN(value)) continue
    const [column, row] = [at % width, Math.floor(at / width)]
    numbers[at] = positions.length / 3
    positions.push((column + 0.5 - width / 2) * cell, value - base, (row + 0.5 - height / 2) * cell)
    places.push((column + 0.5) / width, (row + 0.5) / height)
  }
  for (let row = 0; row + 1 < height; row += 1)
    for (let column = 0; column + 1 < width; column += 1) {
      const at = row * width + column
      const [a = -1, b = -1, c = -1, d = -1] = [at, at + 1, at + width, at + width + 1].map((corner) => numbers[corner])
      if (a >= 0 && b >= 0 && c >= 0) indices.push(a, c, b)
      if (b >= 0 && c >= 0 && d >= 0) indices.push(b, c, d)
    }
  return {
    positions: Float32Array.from(positions),
    places: Float32Array.from(places),
    indices: Uint32Array.from(indices),
  }
}

function boundsOf(positions: Float32Array): [number[], number[]] {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [at, value] of positions.entries()) {
    low[at % 3] = Math.min(low[at % 3] ?? 0, value)
    high[at % 3] = Math.max(high[at % 3] ?? 0, value)
  }
  return [low, high]
}
