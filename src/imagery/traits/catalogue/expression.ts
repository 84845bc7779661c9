import type { BandRole } from '#domain/maps.ts'

/** On two numbers. */
export type Operation = '+' | '-' | '*' | '/' | '^' | 'min' | 'max'

/** On one number. */
export type FunctionName = 'sqrt' | 'abs' | 'atan'

/** A number, a band, an operation on two of them, a function of one, or the hue (0 to 360 degrees, HSV) of red, green and blue. */
export type Expression =
  | number
  | BandRole
  | readonly [Operation, Expression, Expression]
  | readonly [FunctionName, Expression]
  | readonly ['hue', Expression, Expression, Expression]

/** Divisors nearer to zero than this give NaN. */
export const NEARLY_ZERO = 1e-6

/** The bands that an expression reads, each once, in the order of its text. */
export function bandsOf(expression: Expression): BandRole[] {
  if (typeof expression === 'number') return []
  if (typeof expression === 'string') return [expression]
  const [, ...operands] = expression
  return [...new Set((operands as readonly Expression[]).flatMap(bandsOf))]
}
