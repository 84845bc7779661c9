// Wavefront OBJ: the surfaces, their texture coordinates and materials. Lines of curves, points and smoothing are left out.
import { createGrowing } from './growing.ts'
import { damagedModel, UnreadableModel } from './unreadable-model.ts'

export type ObjPart = {
  material: string
  /** Three for each corner, three corners for each triangle; relative to `origin`. */
  positions: Float32Array<ArrayBuffer>
  /** Two for each corner; undefined when no corner of the part has them. */
  uvs: Float32Array<ArrayBuffer> | undefined
  /** Red, green and blue from 0 to 1 for each corner; undefined when the file has none. */
  colours: Float32Array<ArrayBuffer> | undefined
}

export type ObjModel = {
  parts: ObjPart[]
  /** The first vertex: coordinates of a country's grid are too large for 32-bit numbers. */
  origin: readonly [number, number, number]
  materialFiles: string[]
  triangles: number
}

export const OBJ_TRIANGLES_MAX = 4_000_000
const LINE_MAX = 2 ** 20
const PARTS_MAX = 5000

/** Reads an OBJ from its bytes in order. @throws UnreadableModel */
export async function readObj(pieces: AsyncIterable<Uint8Array>): Promise<ObjModel> {
  const reader = createReader()
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LINE_MAX) throw new UnreadableModel('Despite its name, this file is no OBJ model.')
    for (const line of lines) reader.read(line)
  }
  reader.read(rest + decoder.decode())
  return reader.end()
}

type Part = ReturnType<typeof createPart>
const createPart = () => ({ positions: createGrowing(), uvs: createGrowing(), colours: createGrowing(), hasUvs: false })

function createReader() {
  const points = createPoints()
  const parts = new Map<string, Part>()
  const materialFiles: string[] = []
  let part: Part | undefined
  let triangles = 0
  let lineNumber = 0

  const partOf = (material: string): Part => {
    const known = parts.get(material) ?? createPart()
    if (parts.size >= PARTS_MAX) throw new UnreadableModel('This model has too many materials to be shown.')
    parts.set(material, known)
    return known
  }
  const addFace = (words: readonly string[]) => {
    const [first, ...others] = words.map((word) => points.find(word))
    if (!first || others.length < 2) throw new Error('it has fewer than three corners')
    const to = (part ??= partOf(''))
    for (let index = 1; index < others.length; index += 1)
      for (const corner of [first, others[index - 1], others[index]]) if (corner) points.copy(corner, to)
    triangles += others.length - 1
    if (triangles > OBJ_TRIANGLES_MAX)
      throw new UnreadableModel(
        `This model has more than ${OBJ_TRIANGLES_MAX.toLocaleString('en')} triangles, too many to be shown. Download it instead.`,
      )
  }
  const readLine = (line: string) => {
    const [keyword = '', ...words] = line.split(/\s+/)
    if (keyword === 'v') points.addVertex(words)
    else if (keyword === 'vt') points.addUv(words)
    else if (keyword === 'f') addFace(words)
    else if (keyword === 'usemtl') part = partOf(line.slice(keyword.length).trim())
    else if (keyword === 'mtllib') materialFiles.push(line.slice(keyword.length).trim())
  }
  return {
    read(line: string) {
      lineNumber += 1
      try {
        readLine(line.trim())
      } catch (error) {
        if (error instanceof UnreadableModel || !(error instanceof Error)) throw error
        throw damagedModel(`line ${lineNumber} can't be read, ${error.message}`)
      }
    },
    end(): ObjModel {
      const origin = points.origin()
      if (!origin || triangles === 0)
        throw new UnreadableModel('This file has no surfaces, so there is nothing to show.')
      return { parts: [...parts].flatMap(finish), origin, materialFiles, triangles }
    },
  }
}

type Corner = { vertex: number; uv: number | undefined }

/** What the corners of surfaces refer to. */
function createPoints() {
  const vertices = createGrowing()
  const colours = createGrowing()
  const uvs = createGrowing()
  let origin: [number, number, number] | undefined
  return {
    origin: () => origin,
    addVertex(words: readonly string[]): void {
      const [x = 0, y = 0, z = 0] = readNumbers(words, 3)
      origin ??= [x, y, z]
      vertices.add(x - origin[0], y - origin[1], z - origin[2])
      if (words.length >= 6) colours.add(...readNumbers(words.slice(3), 3))
    },
    addUv: (words: readonly string[]): void => uvs.add(...readNumbers(words, 2)),
    find(word: string): Corner {
      const [first, second] = word.split('/')
      return {
        vertex: readIndex(first ?? '', vertices.length() / 3),
        uv: second ? readIndex(second, uvs.length() / 2) : undefined,
      }
    },
    copy({ vertex, uv }: Corner, to: Part): void {
      to.positions.addFrom(vertices, vertex * 3, 3)
      if (colours.length() > vertex * 3) to.colours.addFrom(colours, vertex * 3, 3)
      if (uv === undefined) to.uvs.add(0, 0)
      else to.uvs.addFrom(uvs, uv * 2, 2)
      to.hasUvs ||= uv !== undefined
    },
  }
}

function readNumbers(words: readonly string[], count: number): number[] {
  const numbers = words.slice(0, count).map(Number)
  if (numbers.length < count || !numbers.every(Number.isFinite)) throw new Error(`it has fewer than ${count} numbers`)
  return numbers
}

/** Counted from 1, or from the newest backwards. */
function readIndex(word: string, count: number): number {
  const number = Number(word)
  const index = number < 0 ? count + number : number - 1
  if (!Number.isInteger(index) || index < 0 || index >= count) throw new Error('it names a point that is not there')
  return index
}

function finish([material, part]: [string, Part]): ObjPart[] {
  const corners = part.positions.length() / 3
  if (corners === 0) return []
  const isColoured = part.colours.length() === corners * 3
  return [
    {
      material,
      positions: part.positions.values(),
      uvs: part.hasUvs ? part.uvs.values() : undefined,
      colours: isColoured ? part.colours.values() : undefined,
    },
  ]
}
