import type { BandRole } from '#domain/maps.ts'
import type { Expression } from './expression.ts'

export const [R, G, B, RE, N] = ['red', 'green', 'blue', 'redEdge', 'nir'] as const satisfies readonly BandRole[]

export const plus = (a: Expression, b: Expression): Expression => ['+', a, b]
export const minus = (a: Expression, b: Expression): Expression => ['-', a, b]
export const times = (a: Expression, b: Expression): Expression => ['*', a, b]
export const over = (a: Expression, b: Expression): Expression => ['/', a, b]
export const normalised = (a: Expression, b: Expression): Expression => over(minus(a, b), plus(a, b))
export const squared = (a: Expression): Expression => times(a, a)
export const SUM = plus(plus(R, G), B)
