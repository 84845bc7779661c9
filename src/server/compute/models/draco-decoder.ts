import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createDecoderModule, type DataType, type Decoder, type DecoderModule, type Mesh } from 'draco3d'
import { MiB } from '#domain/units.ts'
import type { DecodedMesh, DecodeMesh, WantedAttribute } from '#imagery/models/unpack-glb.ts'
import { damagedModel, UnreadableModel } from '#imagery/models/unreadable-model.ts'
import '../../webassembly.ts'

/** A mesh of 4.5 million triangles fits. Its own limit is 2 GiB, and those of a worker thread don't count it. */
const MEMORY_BYTES_MAX = MiB(512)
const PROGRAM = fileURLToPath(import.meta.resolve('draco3d/draco_decoder.wasm'))

type Memory = { buffer: ArrayBuffer; grow: (pages: number) => number }
type Instance = { exports: Record<string, unknown> }
/** What is used of it; Node's types leave it out. */
declare const WebAssembly: {
  compile: (program: Uint8Array) => Promise<object>
  Instance: new (program: object, imports: object) => Instance
  Memory: new (size: { initial: number }) => Memory
}

/** With a memory of its own, which is freed with it. */
export async function openDracoDecoder(memoryBytesMax = MEMORY_BYTES_MAX): Promise<DecodeMesh> {
  const program = await WebAssembly.compile(await readFile(PROGRAM))
  let isFull = false
  const instantiateWasm = (imports: object, receive: (instance: Instance) => void) => {
    const instance = new WebAssembly.Instance(program, imports)
    for (const memory of Object.values(instance.exports))
      if (memory instanceof WebAssembly.Memory) limit(memory, memoryBytesMax, (isNow) => (isFull = isNow))
    receive(instance)
    return instance.exports
  }
  const draco = await createDecoderModule({ instantiateWasm, print: () => undefined, printErr: () => undefined })
  return (data, wanted) => {
    try {
      return decode(draco, data, wanted)
    } catch (error) {
      if (isFull) throw new UnreadableModel('This model takes too much memory to be shown. Download it instead.')
      if (error instanceof UnreadableModel) throw error
      // What its program and WebAssembly throw.
      throw damagedModel(
        `a compressed part can't be decoded (${error instanceof Error ? error.message : String(error)})`,
      )
    }
  }
}

const PAGE_BYTES = 65_536

function limit(memory: Memory, bytesMax: number, onGrow: (isFull: boolean) => void): void {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    // It is asked for less when it refuses.
    const isFull = memory.buffer.byteLength + pages * PAGE_BYTES > bytesMax
    onGrow(isFull)
    if (!isFull) return grow(pages)
    throw new RangeError('The memory of the decoder is full')
  }
}

function decode(draco: DecoderModule, data: Uint8Array, wanted: readonly WantedAttribute[]): DecodedMesh {
  const [decoder, buffer, mesh] = [new draco.Decoder(), new draco.DecoderBuffer(), new draco.Mesh()]
  try {
    buffer.Init(new Int8Array(data.buffer, data.byteOffset, data.length), data.length)
    if (decoder.GetEncodedGeometryType(buffer) !== draco.TRIANGULAR_MESH)
      throw damagedModel('a compressed part is no mesh')
    if (!decoder.DecodeBufferToMesh(buffer, mesh).ok()) throw damagedModel("a compressed part can't be decoded")
    const indexBytes = mesh.num_faces() * 12
    const indices = take(draco, indexBytes, (at) => decoder.GetTrianglesUInt32Array(mesh, indexBytes, at))
    const attributes = wanted.map((one) => readAttribute({ draco, decoder, mesh }, one))
    return { vertices: mesh.num_points(), indices: new Uint32Array(indices.buffer), attributes }
  } finally {
    for (const object of [mesh, buffer, decoder]) draco.destroy(object)
  }
}

type Decoding = { draco: DecoderModule; decoder: Decoder; mesh: Mesh }

function readAttribute({ draco, decoder, mesh }: Decoding, { id, componentType }: WantedAttribute) {
  const attribute = decoder.GetAttributeByUniqueId(mesh, id)
  const { type, bytes: each } = typesOf(draco).get(componentType) ?? {}
  const isMissing = 'ptr' in attribute && attribute.ptr === 0
  if (isMissing || type === undefined || each === undefined) throw damagedModel('a compressed part lacks an attribute')
  const components = attribute.num_components()
  const bytes = mesh.num_points() * components * each
  const data = take(draco, bytes, (at) => decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, type, bytes, at))
  return { components, data }
}

/** By their numbers in glTF. */
const typesOf = (draco: DecoderModule): Map<number, { type: DataType; bytes: number }> =>
  new Map([
    [5120, { type: draco.DT_INT8, bytes: 1 }],
    [5121, { type: draco.DT_UINT8, bytes: 1 }],
    [5122, { type: draco.DT_INT16, bytes: 2 }],
    [5123, { type: draco.DT_UINT16, bytes: 2 }],
    [5125, { type: draco.DT_UINT32, bytes: 4 }],
    [5126, { type: draco.DT_FLOAT32, bytes: 4 }],
  ])

type Heap = { HEAPU8: Uint8Array; _malloc: (bytes: number) => number; _free: (at: number) => void }

/** A copy of what `write` writes to its memory; it says false when it fails. */
function take(draco: Heap, bytes: number, write: (at: number) => unknown): Uint8Array<ArrayBuffer> {
  const { _malloc: allocate, _free: free } = draco
  // What is larger would not fit into a number of its program.
  const at = bytes <= MEMORY_BYTES_MAX ? allocate(bytes) : 0
  try {
    if (at === 0) throw new Error('too little memory')
    if (write(at) === false) throw damagedModel("a compressed part can't be decoded")
    return new Uint8Array(draco.HEAPU8.subarray(at, at + bytes))
  } finally {
    free(at)
  }
}
