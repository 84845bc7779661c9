// What must hold before a loader is given a binary glTF 2.0: it is whole, refers to nothing outside, and needs no further decoder.
import { isObject, listIn } from './gltf-json.ts'
import { damagedModel, UnreadableModel } from './unreadable-model.ts'

export const MAGIC = 0x46_54_6c_67
export const JSON_CHUNK = 0x4e_4f_53_4a
/** Up to the description. */
export const HEAD_BYTES = 20
const NODES_MAX = 20_000
/** Of all accessors together; a file may ask for zeros that it does not hold. */
const ELEMENTS_MAX = 100_000_000

const COMPRESSIONS = new Map([
  ['KHR_draco_mesh_compression', 'Draco compression'],
  ['EXT_meshopt_compression', 'meshopt compression'],
  ['KHR_meshopt_compression', 'meshopt compression'],
  ['KHR_texture_basisu', 'KTX2 textures'],
])

type Gltf = {
  extensions: string[]
  /** Of its buffers and images. */
  uris: string[]
  elements: number
  children: number[][]
  roots: number[][]
}

/** The bytes from the start of the file that `checkGlb` needs. Undefined while too few are there to tell. */
export function glbHeadBytes(bytes: Uint8Array): number | undefined {
  if (bytes.length < HEAD_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  if (view.getUint32(0, true) !== MAGIC) throw new UnreadableModel('Despite its name, this file is no GLB model.')
  if (view.getUint32(4, true) !== 2)
    throw new UnreadableModel("This GLB is of a version that can't be shown; version 2 can.")
  if (view.getUint32(16, true) !== JSON_CHUNK) throw damagedModel('it has no description of its content')
  return HEAD_BYTES + view.getUint32(12, true)
}

/** Takes the whole file, or its head. @throws UnreadableModel */
export const checkGlb = (bytes: Uint8Array, fileBytes: number): void => checkGltf(parseGlbHead(bytes, fileBytes))

/** Its description. @throws UnreadableModel */
export function parseGlbHead(bytes: Uint8Array, fileBytes: number): unknown {
  const headBytes = glbHeadBytes(bytes)
  if (headBytes === undefined || headBytes > bytes.length) throw damagedModel('it ends in its description')
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true)
  if (size > fileBytes) throw damagedModel(`${size - fileBytes} bytes at its end are missing`)
  return parse(bytes.subarray(HEAD_BYTES, headBytes))
}

/** @throws UnreadableModel */
export function checkGltf(json: unknown): void {
  const { extensions, uris, elements, ...nodes } = readGltf(json)
  const packed = extensions.map((name) => COMPRESSIONS.get(name)).find((name) => name !== undefined)
  if (packed) throw new UnreadableModel(`This model uses ${packed}, which can't be shown here. Download it instead.`)
  if (!uris.every(isImageInside))
    throw new UnreadableModel('This model needs further files, which a GLB should contain. Download it instead.')
  if (!(elements <= ELEMENTS_MAX) || nodes.children.length > NODES_MAX)
    throw new UnreadableModel('This model has too many parts to be shown. Download it instead.')
  if (!isTree(nodes)) throw damagedModel('its parts contain one another')
}

const isImageInside = (uri: string): boolean => uri.startsWith('data:image/')

function parse(json: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json))
  } catch (error) {
    throw damagedModel(`its description can't be read (${error instanceof Error ? error.message : String(error)})`)
  }
}

const numbersIn = (value: unknown, key: string): number[] => listIn(value, key).map(Number)

/** What the loader itself checks is left to it. */
function readGltf(json: unknown): Gltf {
  if (!isObject(json)) throw damagedModel('its description is not that of a model')
  return {
    extensions: listIn(json, 'extensionsUsed').map(String),
    uris: [...listIn(json, 'buffers'), ...listIn(json, 'images')].flatMap((one) =>
      isObject(one) && one['uri'] !== undefined ? [typeof one['uri'] === 'string' ? one['uri'] : ''] : [],
    ),
    elements: listIn(json, 'accessors').reduce<number>(
      (sum, one) => sum + (isObject(one) ? Number(one['count']) : 0),
      0,
    ),
    children: listIn(json, 'nodes').map((node) => numbersIn(node, 'children')),
    roots: listIn(json, 'scenes').map((scene) => numbersIn(scene, 'nodes')),
  }
}

/** Each node has at most one parent, and a root has none: otherwise a loader would go round for ever. */
function isTree({ children, roots }: Pick<Gltf, 'children' | 'roots'>): boolean {
  const all = children.flat()
  const nested = new Set(all)
  return nested.size === all.length && !roots.flat().some((root) => nested.has(root))
}
