// What the graphics card computes of a pixel: the same as `valueOf`.

import type { Expression } from '#imagery/rasters/indices.ts'
import { indexOf, type Look } from '#imagery/rasters/look.ts'
import { NEARLY_ZERO } from '#imagery/traits/catalogue/expression.ts'
import type { ReadyMap } from './look.ts'

/** Of a picture, numbers from 0 to 255, as its file has them. */
const bandOf = ({ isPicture }: ReadyMap, place: number): unknown =>
  isPicture ? ['*', 255, ['band', place]] : ['band', place]

function writeOf(map: ReadyMap, order: readonly string[]) {
  const write = (expression: Expression): unknown => {
    if (typeof expression === 'number') return expression
    if (typeof expression === 'string') return bandOf(map, order.indexOf(expression) + 1)
    const [operation, left, right] = expression
    return [operation, write(left), write(right)]
  }
  return write
}

export function valueExpression(map: ReadyMap, look: Look): unknown {
  if (look.mode === 'band') return bandOf(map, map.isPicture ? look.band + 1 : 1)
  const index = indexOf(look)
  return index ? writeOf(map, map.isPicture ? map.bands : index.needs)(index.expression) : 0
}

const divisorsOf = (expression: Expression): Expression[] => {
  if (typeof expression !== 'object') return []
  const [operation, left, right] = expression
  return [...(operation === '/' ? [right] : []), ...divisorsOf(left), ...divisorsOf(right)]
}

/** Conditions of which each says that a pixel has no value: it would be divided by nearly nothing. */
export function impossibleExpression(map: ReadyMap, look: Look): unknown[] {
  const index = indexOf(look)
  if (!index) return []
  const write = writeOf(map, map.isPicture ? map.bands : index.needs)
  return divisorsOf(index.expression)
    .filter((divisor) => typeof divisor !== 'number')
    .map((divisor) => ['<', ['abs', write(divisor)], NEARLY_ZERO])
}
