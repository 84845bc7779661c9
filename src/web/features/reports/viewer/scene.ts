import {
  Box3,
  DirectionalLight,
  Group,
  LinearSRGBColorSpace,
  type Material,
  Mesh,
  type Object3D,
  PerspectiveCamera,
  PMREMGenerator,
  Points,
  Scene,
  Sphere,
  Texture,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import type { Model } from './model.ts'

export type View = ReturnType<typeof openView>

const FIELD_OF_VIEW = 45
const PIXEL_RATIO_MAX = 2
/** A model rarely fills the sphere around it. */
const NEARNESS = 0.85
const START = new Vector3(0.55, 0.75, 1).normalize()

/** Width, depth and height. */
export function extentOf({ object, isZUp }: Model): [number, number, number] {
  const { x, y, z } = new Box3().setFromObject(object).getSize(new Vector3())
  return isZUp ? [x, y, z] : [x, z, y]
}

/** Draws the model into a canvas whenever something changes. @throws Error when the graphics can't be started */
export function openView(canvas: HTMLCanvasElement, model: Model) {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
  // Without lights, colours go through as they are.
  if (model.points) renderer.outputColorSpace = LinearSRGBColorSpace
  const scene = new Scene()
  const upright = new Group()
  upright.add(model.object)
  if (model.isZUp) upright.rotation.x = -Math.PI / 2
  scene.add(upright)
  const camera = new PerspectiveCamera(FIELD_OF_VIEW)
  if (!model.isUnlit) light(scene, camera, renderer)

  const { center, radius } = sphereOf(upright, model.points?.core)
  camera.near = radius / 1000
  camera.far = radius * 100
  const controls = new OrbitControls(camera, canvas)
  Object.assign(controls, { minDistance: radius / 200, maxDistance: radius * 20, zoomToCursor: true })

  let frame = 0
  const draw = () => {
    frame = 0
    renderer.render(scene, camera)
  }
  const drawSoon = () => {
    frame ||= requestAnimationFrame(draw)
  }
  const fit = () => {
    const { clientWidth, clientHeight } = canvas
    if (clientWidth === 0 || clientHeight === 0) return
    renderer.setPixelRatio(Math.min(devicePixelRatio, PIXEL_RATIO_MAX))
    renderer.setSize(clientWidth, clientHeight, false)
    camera.aspect = clientWidth / clientHeight
    camera.updateProjectionMatrix()
    drawSoon()
  }
  const reset = () => {
    const { clientWidth, clientHeight } = canvas
    const narrow = Math.min(1, clientWidth / Math.max(1, clientHeight))
    const distance = (NEARNESS * radius) / Math.sin((FIELD_OF_VIEW * Math.PI) / 360) / Math.max(0.2, narrow)
    controls.target.copy(center)
    camera.position.copy(center).addScaledVector(START, distance)
    controls.update()
    drawSoon()
  }
  const resizing = new ResizeObserver(fit)
  resizing.observe(canvas)
  controls.addEventListener('change', drawSoon)
  fit()
  reset()

  return {
    /** In radians: around the vertical axis, and upwards. */
    turn: (across: number, up: number): void => {
      controls.rotateLeft(across)
      controls.rotateUp(up)
    },
    /** In parts of the height of the view. */
    move: (across: number, up: number): void => controls.pan(across * canvas.clientHeight, up * canvas.clientHeight),
    /** Above 1 comes nearer. */
    zoom: (factor: number): void => controls.dollyIn(1 / factor),
    reset,
    setPointSize: (pixels: number): void => {
      if (model.points) model.points.material.size = pixels * renderer.getPixelRatio()
      drawSoon()
    },
    dispose: (): void => {
      cancelAnimationFrame(frame)
      resizing.disconnect()
      controls.dispose()
      scene.environment?.dispose()
      scene.traverse(release)
      renderer.dispose()
      // A browser has few of them.
      renderer.forceContextLoss()
    },
  }
}

/** The sphere around an object, or around a box in it. */
function sphereOf(object: Object3D, core?: Box3): Sphere {
  object.updateMatrixWorld()
  const box = core?.clone().applyMatrix4(object.matrixWorld) ?? new Box3().setFromObject(object)
  const sphere = box.getBoundingSphere(new Sphere())
  if (!(sphere.radius > 0 && Number.isFinite(sphere.radius))) sphere.set(new Vector3(), 1)
  return sphere
}

/** From all sides, so that metals reflect something; and over the viewer's left shoulder. */
function light(scene: Scene, camera: PerspectiveCamera, renderer: WebGLRenderer): void {
  const generator = new PMREMGenerator(renderer)
  const room = new RoomEnvironment()
  scene.environment = generator.fromScene(room, 0.04).texture
  room.dispose()
  generator.dispose()
  scene.environmentIntensity = 0.6
  const lamp = new DirectionalLight(0xff_ff_ff, 1.6)
  lamp.position.set(-1, 1, 1)
  camera.add(lamp)
  scene.add(camera)
}

function release(object: Object3D): void {
  if (!(object instanceof Mesh || object instanceof Points)) return
  object.geometry.dispose()
  const materials: Material[] = [object.material].flat()
  for (const material of materials) {
    for (const value of Object.values(material)) if (value instanceof Texture) value.dispose()
    material.dispose()
  }
}
