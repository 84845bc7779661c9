import { createEncoderModule } from 'draco3d'
import sharp from 'sharp'

const chunk = (type: string, data: Buffer, padding: string): Buffer => {
  const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3, padding)])
  const head = Buffer.alloc(8)
  head.writeUInt32LE(padded.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, padded])
}

/** A GLB of this description and these bytes. */
export function packGlb(gltf: object, data: Buffer): Uint8Array<ArrayBuffer> {
  const body = Buffer.concat([chunk('JSON', Buffer.from(JSON.stringify(gltf)), ' '), chunk('BIN\0', data, '\0')])
  const head = Buffer.alloc(12)
  head.write('glTF', 'latin1')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(12 + body.length, 8)
  return new Uint8Array(Buffer.concat([head, body]))
}

export const onePixel = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 1, height: 1, channels: 3, background } })
    .png()
    .toBuffer()

/** The corners of a cube of one metre that stands on the ground, four for each side. */
const SIDES = [0, 1, 2].flatMap((axis) =>
  [0, 1].map((level) =>
    ['00', '01', '11', '10'].map((rest) => {
      const corner = [...rest].map(Number)
      corner.splice(axis, 0, level)
      return corner
    }),
  ),
)

const POSITIONS = new Float32Array(SIDES.flat(2))
const UVS = new Float32Array(SIDES.length * 8)
const CORNERS = new Uint16Array(SIDES.flatMap((_, side) => [0, 1, 2, 0, 2, 3].map((corner) => side * 4 + corner)))

/** A cube of 12 triangles with a texture of one colour. */
export async function makeGlb(colour: string): Promise<Uint8Array<ArrayBuffer>> {
  const { data, bufferViews } = packParts([POSITIONS, UVS, CORNERS, await onePixel(colour)])
  const accessors = ACCESSORS.map((accessor, bufferView) => ({ ...accessor, bufferView }))
  return packGlb({ ...cube({}, 3), accessors, bufferViews, buffers: [{ byteLength: data.length }] }, data)
}

/** The same cube with Draco compression, as OpenDroneMap writes models. */
export async function makeDracoGlb(colour: string): Promise<Uint8Array<ArrayBuffer>> {
  const { data, bufferViews } = packParts([await compressCube(), await onePixel(colour)])
  const draco = { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0, TEXCOORD_0: 1 } } }
  const gltf = { ...cube(draco, 1), accessors: ACCESSORS, bufferViews, buffers: [{ byteLength: data.length }] }
  return packGlb(gltf, data)
}

async function compressCube(): Promise<Uint8Array> {
  const draco = await createEncoderModule()
  const [builder, mesh, encoded] = [new draco.MeshBuilder(), new draco.Mesh(), new draco.DracoInt8Array()]
  builder.AddFacesToMesh(mesh, CORNERS.length / 3, CORNERS)
  builder.AddFloatAttribute(mesh, draco.POSITION, POSITIONS.length / 3, 3, POSITIONS)
  builder.AddFloatAttribute(mesh, draco.TEX_COORD, UVS.length / 2, 2, UVS)
  const bytes = new draco.Encoder().EncodeMeshToDracoBuffer(mesh, encoded)
  return Uint8Array.from({ length: bytes }, (_, index) => encoded.GetValue(index))
}

const ACCESSORS = [
  { componentType: 5126, count: 24, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
  { componentType: 5126, count: 24, type: 'VEC2' },
  { componentType: 5123, count: 36, type: 'SCALAR' },
]

/** One after another, each at a multiple of four bytes. */
function packParts(parts: readonly ArrayBufferView[]) {
  const pieces: Buffer[] = []
  let end = 0
  const bufferViews = parts.map(({ buffer, byteOffset: from, byteLength }) => {
    const byteOffset = end
    pieces.push(Buffer.from(buffer, from, byteLength), Buffer.alloc(-byteLength & 3))
    end += byteLength + (-byteLength & 3)
    return { buffer: 0, byteOffset, byteLength }
  })
  return { data: Buffer.concat(pieces), bufferViews }
}

/** All but its data. */
const cube = (extensions: object, imageView: number) => ({
  asset: { version: '2.0' },
  extensionsUsed: ['KHR_materials_unlit', ...Object.keys(extensions)],
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, indices: 2, material: 0, extensions }] }],
  materials: [
    {
      doubleSided: true,
      pbrMetallicRoughness: { baseColorTexture: { index: 0 } },
      extensions: { KHR_materials_unlit: {} },
    },
  ],
  textures: [{ source: 0 }],
  images: [{ bufferView: imageView, mimeType: 'image/png' }],
})

const EAST = 476_000
const NORTH = 4_660_000

/** A square of ten metres in the coordinates of UTM, with its texture in other files. */
export const OBJ = [
  '# a field',
  'mtllib field.mtl',
  ...[0, 10].flatMap((y) => [0, 10].map((x) => `v ${EAST + x}.25 ${NORTH + y}.5 210`)),
  'vt 0 0',
  'usemtl ground',
  'f 1/1 2/1 4/1 3/1',
].join('\n')
export const MTL = 'newmtl ground\nKd 1 1 1\nmap_Kd textures\\ground.png\n'

type Cloud = { side: number; colour?: readonly [number, number, number] }

/** A square of points with a decimetre between them, as LAS 1.2, in colours of 16 bits; the ground rises to the east. */
export function makeLas({ side, colour }: Cloud): Uint8Array<ArrayBuffer> {
  const [headBytes, recordBytes] = [227, 26]
  const view = new DataView(new ArrayBuffer(headBytes + side * side * recordBytes))
  new Uint8Array(view.buffer).set(Buffer.from('LASF'))
  view.setUint8(24, 1)
  view.setUint8(25, 2)
  view.setUint16(94, headBytes, true)
  view.setUint32(96, headBytes, true)
  view.setUint8(104, 2)
  view.setUint16(105, recordBytes, true)
  view.setUint32(107, side * side, true)
  for (const [axis, offset] of [EAST, NORTH, 200].entries()) {
    view.setFloat64(131 + axis * 8, 0.1, true)
    view.setFloat64(155 + axis * 8, offset, true)
  }
  for (let index = 0; index < side * side; index += 1) {
    const at = headBytes + index * recordBytes
    const [east, north] = [index % side, Math.floor(index / side)]
    for (const [axis, place] of [east, north, Math.floor(east / 4)].entries()) view.setInt32(at + axis * 4, place, true)
    for (const [part, value] of (colour ?? []).entries()) view.setUint16(at + 20 + part * 2, value * 257, true)
  }
  return new Uint8Array(view.buffer)
}
