import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MiB } from '#domain/units.ts'
import { checkGlb, glbHeadBytes, parseGlbHead } from '#imagery/models/check-glb.ts'
import { readPackedGlb, unpackGlb } from '#imagery/models/unpack-glb.ts'
import { UnreadableModel } from '#imagery/models/unreadable-model.ts'
import { type Gltf, makeDracoGlb, makeSquare, PICTURE, packGlb } from '../testing/make-draco-glb.ts'
import { openDracoDecoder } from './draco-decoder.ts'

type Limits = { bytesMax?: number; memoryBytesMax?: number }

/** The whole file that results; undefined for one without compression. */
async function unpack(file: Uint8Array, { bytesMax = MiB(256), memoryBytesMax }: Limits = {}) {
  const readRange = async (from: number, to: number) => file.slice(from, to)
  const packed = await readPackedGlb({ size: file.length, readRange })
  if (!packed) return undefined
  const decodeMesh = await openDracoDecoder(memoryBytesMax)
  const kept: Uint8Array[] = []
  const keep = async (data: Uint8Array) => {
    kept.push(data.slice())
    expect(Buffer.concat(kept).length).toBeLessThanOrEqual(bytesMax)
  }
  const options = { decodeMesh, keep, bytesMax, report: () => undefined }
  const { head, binary, bytes } = await unpackGlb(packed, readRange, options)
  const whole = new Uint8Array(Buffer.concat([head, await readRange(binary.from, binary.to), ...kept]))
  expect(whole.length).toBe(bytes)
  return whole
}

async function unpacked(file: Uint8Array) {
  const whole = (await unpack(file)) ?? new Uint8Array()
  checkGlb(whole, whole.length)
  const gltf = parseGlbHead(whole, whole.length) as Gltf & { accessors: { bufferView: number }[] }
  const binary = Buffer.from(whole.subarray((glbHeadBytes(whole) ?? 0) + 8))
  const { accessors, bufferViews } = gltf
  const numbers = (index: number): number[] => {
    const { bufferView = -1, componentType = 0 } = accessors[index] ?? {}
    const { byteOffset = 0, byteLength = 0 } = bufferViews[bufferView] ?? {}
    const data = binary.subarray(byteOffset, byteOffset + byteLength)
    if (componentType === 5126) return Array.from({ length: byteLength / 4 }, (_, at) => data.readFloatLE(at * 4))
    const bytes = componentType === 5123 ? 2 : 4
    return Array.from({ length: byteLength / bytes }, (_, at) => data.readUIntLE(at * bytes, bytes))
  }
  return { gltf, binary, numbers }
}

/** The corners of each triangle with their coordinates, in an order of their own: compression changes theirs. */
function trianglesOf(corners: number[], positions: number[], uvs: number[]): string[] {
  const points = corners.map((at) =>
    [...positions.slice(at * 3, at * 3 + 3), ...uvs.slice(at * 2, at * 2 + 2)].join(' '),
  )
  return Array.from({ length: corners.length / 3 }, (_, at) => {
    const three = points.slice(at * 3, at * 3 + 3)
    const first = three.indexOf(three.toSorted()[0] ?? '')
    return [...three.slice(first), ...three.slice(0, first)].join(', ')
  }).toSorted()
}

function withSecondMesh(gltf: Gltf) {
  const [mesh] = structuredClone(gltf.meshes)
  return { ...gltf, nodes: [{ mesh: 0 }, { mesh: 1 }], meshes: [...gltf.meshes, mesh] }
}

function withoutCorners(gltf: Gltf) {
  for (const primitive of gltf.meshes[0]?.primitives ?? []) Reflect.deleteProperty(primitive, 'indices')
  return gltf
}

describe('a GLB with Draco compression', () => {
  test.each([3, 12, 257])('becomes one without, of the same triangles (%i points a side)', async (side) => {
    const { gltf, numbers } = await unpacked(await makeDracoGlb({ side }))
    const { positions, uvs, corners } = makeSquare(side)
    expect(gltf.accessors.map(({ count }) => count)).toEqual([corners.length, side * side, side * side])
    expect(trianglesOf(numbers(0), numbers(1), numbers(2))).toEqual(trianglesOf([...corners], [...positions], [...uvs]))
    expect(gltf.accessors[0]?.componentType).toBe(side > 256 ? 5125 : 5123)
  })

  test('what was not compressed stays as it was, and the compression is named no more', async () => {
    const { gltf, binary } = await unpacked(await makeDracoGlb())
    expect([...binary.subarray(0, PICTURE.length)]).toEqual([...PICTURE])
    expect(gltf.images).toEqual([{ bufferView: 0, mimeType: 'image/png' }])
    expect(gltf.extensionsUsed).toEqual(['KHR_materials_unlit'])
    expect(gltf).not.toHaveProperty('extensionsRequired')
    expect(gltf.meshes[0]?.primitives[0]?.extensions).toEqual({})
    expect(gltf.accessors[1]).toMatchObject({ min: [0, 0, 0], max: [1, 1, 1] })
  })

  test('parts that share what was compressed share what it becomes', async () => {
    const { gltf } = await unpacked(await makeDracoGlb({ change: withSecondMesh }))
    expect(gltf.bufferViews).toHaveLength(5)
  })

  test('a part whose corners are described nowhere gets them', async () => {
    const { gltf, numbers } = await unpacked(await makeDracoGlb({ change: withoutCorners }))
    expect(gltf.meshes[0]?.primitives[0]?.indices).toBe(3)
    expect(numbers(3)).toHaveLength(24)
  })

  test('of one without it, only the description is read', async () => {
    const plain = { asset: { version: '2.0' }, extensionsUsed: ['KHR_materials_unlit', 'KHR_texture_basisu'] }
    const file = packGlb(plain, new Uint8Array(100_000))
    let end = 0
    const readRange = async (from: number, to: number) => {
      end = Math.max(end, to)
      return file.slice(from, to)
    }
    expect(await readPackedGlb({ size: file.length, readRange })).toBeUndefined()
    expect(end).toBe(glbHeadBytes(file))
  })
})

type Part = Gltf['bufferViews'][number]
const view = (change: Partial<Part>) => ({
  change: (gltf: Gltf) => ({ ...gltf, bufferViews: [gltf.bufferViews[0], { ...gltf.bufferViews[1], ...change }] }),
})
const attributes = (ids: Record<string, unknown>) => ({
  change: (gltf: Gltf) => {
    for (const { extensions } of gltf.meshes[0]?.primitives ?? [])
      Object.assign(extensions.KHR_draco_mesh_compression, { attributes: ids })
    return gltf
  },
})

const draco = (extension: object) => ({ extensions: { KHR_draco_mesh_compression: extension } })

describe('a GLB whose compression is not what it should be', () => {
  test.each<[string, Parameters<typeof makeDracoGlb>[0], string]>([
    ['noise', { changeMesh: (mesh) => mesh.fill(255) }, 'a compressed part is no mesh'],
    ['noise behind its start', { changeMesh: (mesh) => mesh.fill(255, 11) }, "can't be decoded"],
    ['points without triangles', { changeMesh: (mesh) => mesh.set([0], 7) }, 'a compressed part is no mesh'],
    ['a part outside of the file', view({ byteOffset: 4_000_000_000 }), 'lies outside'],
    ['a part before its start', view({ byteOffset: -40 }), 'lies outside'],
    ['a part of no length', view({ byteLength: 0 }), 'lies outside'],
    ['a length that is none', view({ byteLength: Number.NaN }), 'lies outside'],
    ['a part of another file', view({ buffer: 1 }), 'a compressed part is missing'],
    ['no part', { change: (gltf) => ({ ...gltf, bufferViews: [] }) }, 'a compressed part is missing'],
    ['no description', { change: (gltf) => ({ ...gltf, accessors: [] }) }, 'is not described'],
    ['no buffer', { change: (gltf) => ({ ...gltf, buffers: [] }) }, 'no binary data'],
    ['an attribute that is not there', attributes({ POSITION: 7 }), 'lacks an attribute'],
    ['an attribute without a number', attributes({ POSITION: 'first' }), 'is not described'],
    ['no attributes', { change: (gltf) => ({ ...gltf, meshes: [{ primitives: [draco({})] }] }) }, 'has no attributes'],
    [
      'textures of KTX2, too',
      { change: (gltf) => ({ ...gltf, extensionsUsed: [...gltf.extensionsUsed, 'KHR_texture_basisu'] }) },
      'KTX2',
    ],
    ['zeros without end', { change: (gltf) => ({ ...gltf, accessors: [{ count: 4e9 }] }) }, 'too many parts'],
  ])('%s: says what is wrong', async (_what, made, message) => {
    const outcome = unpack(await makeDracoGlb(made))
    await expect(outcome).rejects.toBeInstanceOf(UnreadableModel)
    await expect(outcome).rejects.toThrow(message)
  })

  test('one that is cut off says so', async () => {
    const whole = await makeDracoGlb()
    await expect(unpack(whole.slice(0, -8))).rejects.toThrow('8 bytes at its end are missing')
    await expect(unpack(whole.slice(0, 19))).rejects.toThrow('it ends in its description')
    await expect(
      unpack(packGlb({ asset: {}, extensionsUsed: ['KHR_draco_mesh_compression'] }, PICTURE).slice(0, -16)),
    ).rejects.toThrow(UnreadableModel)
  })

  test('one that needs more memory than a decoder may have is refused, and so is one that becomes too large', async () => {
    const file = await makeDracoGlb({ side: 500 })
    await expect(unpack(file, { memoryBytesMax: MiB(40) })).rejects.toThrow('takes too much memory')
    await expect(unpack(file, { bytesMax: MiB(10) })).rejects.toThrow('too large to open here: above 10.00 MB')
  })

  test('whatever is wrong with a file, it is unpacked or refused in words', async () => {
    const whole = await makeDracoGlb({ side: 12 })
    const meshAt = whole.length - 1000
    const place = fc.oneof(fc.nat({ max: whole.length - 1 }), fc.integer({ min: meshAt, max: whole.length - 1 }))
    const changes = fc.array(fc.tuple(place, fc.nat({ max: 255 })), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(changes, fc.option(place), async (bytes, end) => {
        const file = whole.slice(0, end ?? whole.length)
        for (const [at, byte] of bytes) file[at] = byte
        const outcome = await unpack(file).catch((error: unknown) => error)
        expect(outcome instanceof Error && !(outcome instanceof UnreadableModel) ? outcome : undefined).toBeUndefined()
      }),
      { numRuns: 200 },
    )
  })
})
