import { Box3, BufferAttribute, BufferGeometry, Points, PointsMaterial, Vector3 } from 'three'
import { counted } from '#domain/units.ts'
import { DownloadFailed, downloadWhole } from './download.ts'
import { type Model, type ModelSource } from './model.ts'

/** From soil to canopy, without the lightest and the darkest, which are the grounds of the two themes. */
const RAMP = ['e3d3a4', 'c9c873', '98b95a', '5fa657', '2b8c5a', '0d6e5f', '0b4f5c'].map((hex) =>
  Number.parseInt(hex, 16),
)
const SAMPLES = 20_000

/** The thinned points of a point cloud, in their colours or by height. @throws DownloadFailed */
export async function loadPoints({ file: { points }, signal, onBytes }: ModelSource): Promise<Model> {
  if (!points) throw new Error('The file has no points')
  const { count, step, shown, hasColours, centre } = points
  const { buffer, length } = await downloadWhole(points.url, { bytes: points.bytes, signal, onBytes })
  if (length !== points.bytes) throw new DownloadFailed('The connection ended early')
  const positions = new Float32Array(buffer, 0, shown * 3)
  const core = coreOf(positions)
  const heights = [core.min.z, core.max.z] as const
  const colours = hasColours ? new Uint8Array(buffer, shown * 12) : coloursOf(positions, heights)
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(positions, 3))
  geometry.setAttribute('color', new BufferAttribute(colours, 3, true))
  const material = new PointsMaterial({ sizeAttenuation: false, vertexColors: true })
  return {
    object: new Points(geometry, material),
    isZUp: true,
    isUnlit: true,
    unit: undefined,
    content: step === 1 ? counted(count, 'point') : `Every ${ordinal(step)} of ${counted(count, 'point')}`,
    notes: hasColours ? [] : [heightNote(heights.map((height) => height + centre[2]))],
    points: { material, core },
  }
}

const heightNote = (heights: readonly number[]): string => {
  const [from, to] = heights.map((height) => height.toLocaleString('en', { maximumFractionDigits: 1 }))
  return `The file has no colours, so they show height: from ${from} (light) to ${to} (dark).`
}

/** '3rd'. */
function ordinal(number: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th', many: 'th', zero: 'th' }
  return `${number}${ending[new Intl.PluralRules('en', { type: 'ordinal' }).select(number)]}`
}

/** The box of most points: a few stray ones must not make the others small. */
function coreOf(positions: Float32Array): Box3 {
  const points = positions.length / 3
  const step = Math.ceil(points / SAMPLES)
  const [low, high] = [new Vector3(), new Vector3()]
  for (const axis of [0, 1, 2] as const) {
    const sorted = new Float32Array(Math.ceil(points / step))
    for (let index = 0; index < sorted.length; index += 1) sorted[index] = positions[index * step * 3 + axis] ?? 0
    sorted.sort()
    low.setComponent(axis, sorted[Math.floor(sorted.length * 0.01)] ?? 0)
    high.setComponent(axis, sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0)
  }
  return new Box3(low, high)
}

function coloursOf(positions: Float32Array, [from, to]: readonly [number, number]): Uint8Array<ArrayBuffer> {
  const colours = new Uint8Array(positions.length)
  const scale = (RAMP.length - 1) / Math.max(to - from, Number.EPSILON)
  for (let at = 0; at < colours.length; at += 3) {
    const place = Math.min(RAMP.length - 1, Math.max(0, ((positions[at + 2] ?? 0) - from) * scale))
    const below = Math.floor(place)
    const [first, second] = [RAMP[below] ?? 0, RAMP[Math.min(below + 1, RAMP.length - 1)] ?? 0]
    for (const [part, shift] of [16, 8, 0].entries()) {
      const start = (first >> shift) & 255
      colours[at + part] = start + (((second >> shift) & 255) - start) * (place - below)
    }
  }
  return colours
}
