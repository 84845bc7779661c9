import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  RepeatWrapping,
  SRGBColorSpace,
  type Texture,
  TextureLoader,
} from 'three'
import type { ReportFile } from '#contract/reports.ts'
import { counted } from '#domain/units.ts'
import { fileNameOf, type Material as MaterialOfFile, readMtl } from '#imagery/models/read-mtl.ts'
import { type ObjPart, readObj } from '#imagery/models/read-obj.ts'
import { download, downloadWhole } from './download.ts'
import { type Model, type ModelSource } from './model.ts'

const MTL_BYTES_MAX = 2 ** 20
/** Of all pictures together. */
const TEXTURE_BYTES_MAX = 2 ** 28
const PLAIN_COLOUR = 0xb9_b5_a8

/** With materials and textures that are files of the same report. @throws UnreadableModel, DownloadFailed */
export async function loadObj(source: ModelSource): Promise<Model> {
  const { file, signal, onBytes } = source
  const model = await readObj(download(file.url ?? '', { signal, onBytes }))
  const { materials, textures, missing } = await loadMaterials(source, model)
  const object = new Group()
  for (const part of model.parts) object.add(meshOf(part, materials.get(part.material), textures))
  return {
    object,
    isZUp: true,
    isUnlit: model.parts.every(
      ({ colours, material }) => colours ?? textures.get(materials.get(material)?.texture ?? ''),
    ),
    unit: undefined,
    content: counted(model.triangles, 'triangle'),
    notes: missing.length > 0 ? [missingText(missing)] : [],
  }
}

const NAMES_MAX = 3

const missingText = (names: readonly string[]): string => {
  const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : ''
  return `Shown without ${names.slice(0, NAMES_MAX).join(', ')}${more}: the report has no such file that can be read.`
}

type Materials = {
  materials: Map<string, MaterialOfFile>
  /** By the name of their file. */
  textures: Map<string, Texture>
  missing: string[]
}

async function loadMaterials(
  { files, signal }: ModelSource,
  { materialFiles, parts }: { materialFiles: readonly string[]; parts: readonly ObjPart[] },
): Promise<Materials> {
  const loaded: Materials = { materials: new Map(), textures: new Map(), missing: [] }
  for (const name of new Set(materialFiles.map(fileNameOf))) {
    const found = findFile(files, name)
    if (!found || found.size > MTL_BYTES_MAX) loaded.missing.push(name)
    else {
      const text = new TextDecoder().decode(await downloadWhole(found.url, { bytes: found.size, signal }))
      for (const [material, about] of readMtl(text)) loaded.materials.set(material, about)
    }
  }
  let bytes = 0
  const names = new Set(parts.flatMap(({ material }) => loaded.materials.get(material)?.texture ?? []))
  for (const name of names) {
    const found = findFile(files, name)
    bytes += found?.size ?? 0
    const texture = found && bytes <= TEXTURE_BYTES_MAX ? await loadTexture(found, signal) : undefined
    if (texture) loaded.textures.set(name, texture)
    else loaded.missing.push(name)
  }
  return loaded
}

function findFile(files: readonly ReportFile[], name: string): { url: string; size: number } | undefined {
  const found = files.find(({ fileName }) => fileName.toLowerCase() === name.toLowerCase())
  return found?.url ? { url: found.url, size: found.size } : undefined
}

/** Undefined when it is no picture. The content security policy lets pictures be shown from here only. */
async function loadTexture(file: { url: string; size: number }, signal: AbortSignal): Promise<Texture | undefined> {
  const url = URL.createObjectURL(new Blob([await downloadWhole(file.url, { bytes: file.size, signal })]))
  try {
    const texture = await new TextureLoader().loadAsync(url)
    texture.colorSpace = SRGBColorSpace
    texture.wrapS = texture.wrapT = RepeatWrapping
    return texture
  } catch (error) {
    console.warn('A texture could not be read', error)
    return undefined
  } finally {
    URL.revokeObjectURL(url)
  }
}

function meshOf(part: ObjPart, about: MaterialOfFile | undefined, textures: ReadonlyMap<string, Texture>): Mesh {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(part.positions, 3))
  if (part.uvs) geometry.setAttribute('uv', new BufferAttribute(part.uvs, 2))
  if (part.colours) geometry.setAttribute('color', new BufferAttribute(part.colours.map(toLinear), 3))
  return new Mesh(geometry, materialOf(part, about, textures.get(about?.texture ?? '')))
}

/** Photos on a surface have the light of their day; the others need some to be seen. */
function materialOf(
  { uvs, colours }: ObjPart,
  about: MaterialOfFile | undefined,
  texture: Texture | undefined,
): Material {
  if (texture && uvs) return new MeshBasicMaterial({ map: texture, side: DoubleSide })
  if (colours) return new MeshBasicMaterial({ vertexColors: true, side: DoubleSide })
  const material = new MeshStandardMaterial({
    color: PLAIN_COLOUR,
    flatShading: true,
    roughness: 0.9,
    side: DoubleSide,
  })
  if (about?.colour) material.color.setRGB(...about.colour, SRGBColorSpace)
  return material
}

/** The transfer function of sRGB. */
const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
