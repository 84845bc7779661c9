import type { BandRole } from '#domain/maps.ts'

/** On two numbers. */
export type Operation = '+' | '-' | '*' | '/' | '^' | 'min' | 'max'

/** On one number. */
export type FunctionName = 'sqrt' | 'abs' | 'atan'

/**
 * A number, a variable (a band, or a column of a table), an operation on two of them, a function of one, or the hue (0 to 360
 * degrees, HSV) of red, green and blue.
 */
export type Expression<Variable extends string = BandRole> =
  | number
  | Variable
  | readonly [Operation, Expression<Variable>, Expression<Variable>]
  | readonly [FunctionName, Expression<Variable>]
  | readonly ['hue', Expression<Variable>, Expression<Variable>, Expression<Variable>]

/** Divisors nearer to zero than this give NaN. */
export const NEARLY_ZERO = 1e-6

/** The bands or columns that an expression reads, each once, in the order of its text. */
export function variablesOf<Variable extends string>(expression: Expression<Variable>): Variable[] {
  if (typeof expression === 'number') return []
  if (typeof expression === 'string') return [expression]
  const [, ...operands] = expression
  return [...new Set((operands as readonly Expression<Variable>[]).flatMap((one) => variablesOf(one)))]
}
