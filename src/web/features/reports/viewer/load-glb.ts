import { LoadingManager, type Material, Mesh, TextureLoader } from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { counted } from '#domain/units.ts'
import { checkGlb, glbHeadBytes } from '#imagery/models/check-glb.ts'
import { damagedModel } from '#imagery/models/unreadable-model.ts'
import { downloadWhole } from './download.ts'
import { type Model, type ModelSource } from './model.ts'

/** @throws UnreadableModel, DownloadFailed */
export async function loadGlb({ file, signal, onBytes }: ModelSource): Promise<Model> {
  const { url, bytes: size } = file.model ?? { url: file.url ?? '', bytes: file.size }
  let isChecked = false
  // What can't be shown is refused before all of it has arrived.
  const check = (arrived: Uint8Array) => {
    const headBytes = isChecked ? undefined : glbHeadBytes(arrived)
    if (headBytes === undefined || arrived.length < headBytes) return
    checkGlb(arrived, size)
    isChecked = true
  }
  const bytes = await downloadWhole(url, { bytes: size, check, signal, onBytes })
  checkGlb(bytes, bytes.length)
  const manager = new LoadingManager()
  let missingTextures = 0
  manager.onError = () => (missingTextures += 1)
  const loader = new GLTFLoader(manager).register((parser) => {
    // The usual one fetches pictures from blob URLs, which the content security policy forbids.
    parser.textureLoader = new TextureLoader(manager)
    return { name: 'pictures-by-elements' }
  })
  const { scene } = await loader.parseAsync(bytes.buffer, '').catch((error: unknown) => {
    throw damagedModel(error instanceof Error ? error.message : String(error))
  })
  let triangles = 0
  let isUnlit = true
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return
    triangles += (object.geometry.index ?? object.geometry.attributes.position).count / 3
    const materials: Material[] = [object.material].flat()
    isUnlit &&= materials.every(({ type }) => type === 'MeshBasicMaterial')
  })
  return {
    object: scene,
    isZUp: false,
    isUnlit,
    unit: 'm',
    content: counted(Math.round(triangles), 'triangle'),
    notes: missingTextures > 0 ? [`${counted(missingTextures, 'texture')} could not be read.`] : [],
  }
}
