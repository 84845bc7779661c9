// How fast and where to a drone flew at each photo, by where and when it took those before and after.
import { medianOf } from '../numbers/median.ts'
import type { Vector } from './model.ts'

/** In metres and seconds; the time may be known to whole seconds only. */
export type Shot = { name: string; at: Vector; seconds: number | null }

/** Seconds between photos of one line, and the cosine of the largest turn between them. */
const [APART_MAX, TURN_MIN] = [10, Math.cos(Math.PI / 9)]
/** In metres a second: slower is hovering. */
const SPEED_MIN = 1

/** By name, in metres a second: the usual speed, in the direction of the line. None at turns, and where times are not known. */
export function speedsOf(shots: readonly Shot[]): ReadonlyMap<string, Vector> {
  const inOrder = shots
    .flatMap((shot) => (shot.seconds === null ? [] : [{ ...shot, seconds: shot.seconds }]))
    .toSorted((one, other) => one.seconds - other.seconds)
  const straight = inOrder.flatMap(({ name, at }, index) => {
    const [before, after] = [inOrder[index - 1], inOrder[index + 1]]
    if (!before || !after || after.seconds - before.seconds > 2 * APART_MAX || after.seconds <= before.seconds)
      return []
    const [come, go] = [less(at, before.at), less(after.at, at)]
    if (dot(come, go) < TURN_MIN * Math.sqrt(dot(come, come) * dot(go, go))) return []
    return [{ name, way: less(after.at, before.at), seconds: after.seconds - before.seconds }]
  })
  const speed = medianOf(straight.map(({ way, seconds }) => Math.hypot(...way) / seconds))
  if (!(speed >= SPEED_MIN)) return new Map()
  return new Map(
    straight.map(({ name, way }) => {
      const scale = speed / Math.hypot(...way)
      return [name, [way[0] * scale, way[1] * scale, way[2] * scale]]
    }),
  )
}

const less = (one: Vector, other: Vector): Vector => [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
const dot = (one: Vector, other: Vector): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2]

/** Cameras that take all rows at once: with a leaf shutter, or a sensor that is read as a whole. */
const GLOBAL = /^(?:FC6310|FC6360|FC6510|M3E|M3M|M4E|ZenmuseP1|ILCE|DSC-RX1RM2)/i
export const takesRowsAtOnce = (model: string | null): boolean => model !== null && GLOBAL.test(model)
