// Rewrites a GLB with Draco compression (KHR_draco_mesh_compression) as one without. Its binary data stays as it is, and
// what was decoded follows it.
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { formatBytes, MiB } from '#domain/units.ts'
import { checkGltf, glbHeadBytes, HEAD_BYTES, parseGlbHead } from './check-glb.ts'
import { BINARY_CHUNK, CHUNK_HEAD_BYTES, glbHeadOf } from './glb-head.ts'
import { isObject, type Json, listIn } from './gltf-json.ts'
import { damagedModel, UnreadableModel } from './unreadable-model.ts'

type Source = { size: number; readRange: ReadRange }
type DracoExtension = { bufferView: unknown; attributes: Json }
type PackedPrimitive = { primitive: Json; draco: DracoExtension }
type PackedGlb = {
  /** Its description, which no longer names the compression. */
  gltf: Json
  primitives: PackedPrimitive[]
  /** Its binary data, in the file. */
  binary: { from: number; to: number }
}

/** `componentType` as in glTF. */
export type WantedAttribute = { id: number; componentType: number }
export type DecodedMesh = {
  vertices: number
  /** Three for each triangle. */
  indices: Uint32Array
  /** In the order in which they were wanted. */
  attributes: { components: number; data: Uint8Array }[]
}
/** @throws UnreadableModel */
export type DecodeMesh = (data: Uint8Array, wanted: readonly WantedAttribute[]) => DecodedMesh

type Options = {
  decodeMesh: DecodeMesh
  /** Given what was decoded, in order. */
  keep: (data: Uint8Array) => Promise<void>
  /** Of the whole file that results. */
  bytesMax: number
  report: (fraction: number) => void
}

/** The file that results: `head`, the binary data of the source, what was kept. */
export type UnpackedGlb = { head: Uint8Array; binary: { from: number; to: number }; bytes: number }

const DRACO = 'KHR_draco_mesh_compression'
/** A description of 16 MiB has more parts than can be shown. */
const GLTF_BYTES_MAX = MiB(16)
/** Of one mesh; it would have more points than can be shown. */
const PACKED_BYTES_MAX = MiB(64)
const TYPES = ['SCALAR', 'VEC2', 'VEC3', 'VEC4']
const UINT16 = 5123
const UINT32 = 5125

/** Reads the description alone. Undefined when the model has no Draco compression. @throws UnreadableModel */
export async function readPackedGlb({ size, readRange }: Source): Promise<PackedGlb | undefined> {
  const headBytes = glbHeadBytes(await readRange(0, Math.min(HEAD_BYTES, size)))
  if (headBytes === undefined || headBytes > size) throw damagedModel('it ends in its description')
  if (headBytes > GLTF_BYTES_MAX)
    throw new UnreadableModel('This model has too many parts to be shown. Download it instead.')
  const gltf = parseGlbHead(await readRange(0, headBytes), size)
  if (!isObject(gltf) || !listIn(gltf, 'extensionsUsed').includes(DRACO)) return undefined
  const primitives = listIn(gltf, 'meshes').flatMap((mesh) => listIn(mesh, 'primitives').flatMap(packedPrimitive))
  for (const key of ['extensionsUsed', 'extensionsRequired']) dropFrom(gltf, key)
  checkGltf(gltf)
  return { gltf, primitives, binary: await findBinary({ size, readRange }, headBytes) }
}

/** Takes the compression out of the description of a primitive. */
function packedPrimitive(primitive: unknown): PackedPrimitive[] {
  const extensions = isObject(primitive) ? primitive['extensions'] : undefined
  if (!isObject(primitive) || !isObject(extensions)) return []
  const { [DRACO]: draco, ...others } = extensions
  if (draco === undefined) return []
  primitive['extensions'] = others
  if (!isObject(draco) || !isObject(draco['attributes'])) throw damagedModel('a compressed part has no attributes')
  return [{ primitive, draco: { bufferView: draco['bufferView'], attributes: draco['attributes'] } }]
}

/** A list of glTF is never empty. */
function dropFrom(gltf: Json, key: string): void {
  const others = listIn(gltf, key).filter((name) => name !== DRACO)
  if (others.length > 0) gltf[key] = others
  else delete gltf[key]
}

async function findBinary({ size, readRange }: Source, at: number): Promise<PackedGlb['binary']> {
  const from = at + CHUNK_HEAD_BYTES
  if (from > size) throw damagedModel('it has no binary data')
  const head = await readRange(at, from)
  const view = new DataView(head.buffer, head.byteOffset, head.length)
  const to = from + view.getUint32(0, true)
  if (view.getUint32(4, true) !== BINARY_CHUNK) throw damagedModel('it has no binary data')
  if (to > size) throw damagedModel(`${to - size} bytes at its end are missing`)
  return { from, to }
}

/** @throws UnreadableModel */
export async function unpackGlb(
  { gltf, primitives, binary }: PackedGlb,
  readRange: ReadRange,
  { decodeMesh, keep, bytesMax, report }: Options,
): Promise<UnpackedGlb> {
  const views = listIn(gltf, 'bufferViews')
  const accessors = listIn(gltf, 'accessors')
  const buffer = listIn(gltf, 'buffers')[0]
  if (!isObject(buffer)) throw damagedModel('it has no binary data')
  let end = binary.to - binary.from

  const append = async (data: Uint8Array) => {
    end += data.length
    if (end > bytesMax) throw tooLarge(bytesMax)
    await keep(data)
  }
  const align = () => append(new Uint8Array(-end & 3))
  const store = async (accessor: Json, data: Uint8Array, about: Json) => {
    const byteOffset = end
    await append(data)
    await align()
    views.push({ buffer: 0, byteOffset, byteLength: data.length })
    delete accessor['byteOffset']
    Object.assign(accessor, about, { bufferView: views.length - 1 })
  }

  await align()
  /** Primitives may share an accessor. */
  const stored = new Set<Json>()
  for (const [index, { primitive, draco }] of primitives.entries()) {
    const packed = await readView(views[Number(draco.bufferView)], { binary, readRange })
    const wanted = wantedOf(primitive, draco, accessors)
    const { vertices, indices, attributes } = decodeMesh(packed, wanted)
    // Its triangles are a list now.
    delete primitive['mode']
    const corners = indicesAccessor(primitive, accessors)
    const isShort = vertices <= UINT16_MAX
    if (!stored.has(corners))
      await store(corners, bytesOf(isShort ? Uint16Array.from(indices) : indices), {
        componentType: isShort ? UINT16 : UINT32,
        count: indices.length,
        type: 'SCALAR',
      })
    stored.add(corners)
    for (const [at, { accessor }] of wanted.entries()) {
      const { components, data } = attributes[at] ?? { components: 0, data: new Uint8Array() }
      const type = TYPES[components - 1]
      if (!type) throw damagedModel(`a compressed part has ${components} numbers where there are 1 to 4`)
      if (!stored.has(accessor)) await store(accessor, data, { count: vertices, type })
      stored.add(accessor)
    }
    report((index + 1) / primitives.length)
  }
  gltf['accessors'] = accessors
  gltf['bufferViews'] = views
  buffer['byteLength'] = end
  const head = glbHeadOf(gltf, end)
  if (head.length + end > bytesMax) throw tooLarge(bytesMax)
  return { head, binary, bytes: head.length + end }
}

/** The highest index is 65,534: the next one means something else to graphics cards. */
const UINT16_MAX = 65_535

const tooLarge = (bytesMax: number): UnreadableModel =>
  new UnreadableModel(
    `Without its Draco compression, this model is too large to open here: above ${formatBytes(bytesMax)}. Download it instead.`,
  )

async function readView(
  view: unknown,
  { binary: { from, to }, readRange }: Pick<PackedGlb, 'binary'> & Pick<Source, 'readRange'>,
): Promise<Uint8Array> {
  if (!isObject(view) || (view['buffer'] ?? 0) !== 0) throw damagedModel('a compressed part is missing')
  const start = from + Number(view['byteOffset'] ?? 0)
  const end = start + Number(view['byteLength'])
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < from || end <= start || end > to)
    throw damagedModel('a compressed part lies outside of it')
  if (end - start > PACKED_BYTES_MAX)
    throw new UnreadableModel('This model has too many parts to be shown. Download it instead.')
  return readRange(start, end)
}

function wantedOf({ attributes }: Json, draco: DracoExtension, accessors: readonly unknown[]) {
  if (!isObject(attributes)) throw damagedModel('a part has no attributes')
  return Object.entries(draco.attributes).map(([name, id]) => {
    const accessor = accessors[Number(attributes[name])]
    if (!isObject(accessor) || !Number.isInteger(id)) throw damagedModel('a compressed part is not described')
    return { accessor, id: Number(id), componentType: Number(accessor['componentType']) }
  })
}

function indicesAccessor(primitive: Json, accessors: unknown[]): Json {
  primitive['indices'] ??= accessors.push({}) - 1
  const accessor = accessors[Number(primitive['indices'])]
  if (!isObject(accessor)) throw damagedModel('the corners of a part are not described')
  return accessor
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)
