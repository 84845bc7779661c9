import { createEncoderModule } from 'draco3d'

type Made = {
  /** Points along each side of the square. */
  side?: number
  /** Changes the description. */
  change?: (gltf: Gltf) => object
  /** Changes the compressed mesh. */
  changeMesh?: (mesh: Uint8Array) => void
}
export type Gltf = ReturnType<typeof describe>

/** The points and triangles of a square of one metre that rises at a corner, with a texture coordinate each. */
export function makeSquare(side: number) {
  const last = side - 1
  const points = Array.from({ length: side * side }, (_, index) => [
    (index % side) / last,
    Math.floor(index / side) / last,
  ])
  const corners = points.flatMap((_, at) =>
    at % side < last && at < side * last ? [at, at + 1, at + side, at + 1, at + side + 1, at + side] : [],
  )
  return {
    positions: new Float32Array(points.flatMap(([x = 0, y = 0]) => [x, x * y, y])),
    uvs: new Float32Array(points.flat()),
    corners: new Uint32Array(corners),
  }
}

/** The square as a mesh of Draco, without loss; its attributes have the ids 0 and 1. */
async function compress({ positions, uvs, corners }: ReturnType<typeof makeSquare>): Promise<Uint8Array> {
  const draco = await createEncoderModule()
  const [builder, mesh, encoder, encoded] = [
    new draco.MeshBuilder(),
    new draco.Mesh(),
    new draco.Encoder(),
    new draco.DracoInt8Array(),
  ]
  builder.AddFacesToMesh(mesh, corners.length / 3, corners)
  builder.AddFloatAttribute(mesh, draco.POSITION, positions.length / 3, 3, positions)
  builder.AddFloatAttribute(mesh, draco.TEX_COORD, uvs.length / 2, 2, uvs)
  const bytes = encoder.EncodeMeshToDracoBuffer(mesh, encoded)
  if (bytes === 0) throw new Error('It was not compressed')
  return Uint8Array.from({ length: bytes }, (_, index) => encoded.GetValue(index))
}

/** A picture that it keeps, as any file has. */
export const PICTURE = Uint8Array.of(1, 2, 3, 4, 5)

function describe({ points, corners, meshBytes }: { points: number; corners: number; meshBytes: number }) {
  const extensions = { KHR_draco_mesh_compression: { bufferView: 1, attributes: { POSITION: 0, TEXCOORD_0: 1 } } }
  return {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_draco_mesh_compression', 'KHR_materials_unlit'],
    extensionsRequired: ['KHR_draco_mesh_compression'],
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 1, TEXCOORD_0: 2 }, indices: 0, extensions }] }],
    images: [{ bufferView: 0, mimeType: 'image/png' }],
    accessors: [
      { componentType: 5125, count: corners, type: 'SCALAR' },
      { componentType: 5126, count: points, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
      { componentType: 5126, count: points, type: 'VEC2' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: PICTURE.length },
      { buffer: 0, byteOffset: 8, byteLength: meshBytes },
    ],
    buffers: [{ byteLength: 8 + meshBytes }],
  }
}

/** A GLB with Draco compression: a picture of a few bytes, and a square of many triangles. */
export async function makeDracoGlb({
  side = 3,
  change = (gltf) => gltf,
  changeMesh = () => undefined,
}: Made = {}): Promise<Uint8Array> {
  const square = makeSquare(side)
  const mesh = await compress(square)
  const gltf = describe({ points: side * side, corners: square.corners.length, meshBytes: mesh.length })
  changeMesh(mesh)
  const binary = new Uint8Array(8 + mesh.length)
  binary.set(PICTURE)
  binary.set(mesh, 8)
  return packGlb(change(gltf), binary)
}

export function packGlb(gltf: object, binary: Uint8Array): Uint8Array {
  const json = Buffer.from(JSON.stringify(gltf))
  const chunk = (type: string, data: Uint8Array, padding: string) => {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3, padding)])
    return [uint32(padded.length), Buffer.from(type), padded]
  }
  const body = Buffer.concat([...chunk('JSON', json, ' '), ...chunk('BIN\0', binary, '\0')])
  return new Uint8Array(Buffer.concat([Buffer.from('glTF'), uint32(2), uint32(12 + body.length), body]))
}

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}
