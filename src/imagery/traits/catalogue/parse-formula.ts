// Formulas that people write, without running text as code.
import type { BandRole } from '#domain/maps.ts'
import type { Expression, Operation } from './expression.ts'
import { formulaProblem, type Token, tokensOf } from './formula-tokens.ts'

export { FormulaProblem } from './formula-tokens.ts'

/** Levels of parentheses, functions, signs and powers. */
const DEPTH_MAX = 40

const BANDS: ReadonlyMap<string, BandRole> = new Map([
  ['R', 'red'],
  ['red', 'red'],
  ['G', 'green'],
  ['green', 'green'],
  ['B', 'blue'],
  ['blue', 'blue'],
  ['RE', 'redEdge'],
  ['redEdge', 'redEdge'],
  ['N', 'nir'],
  ['NIR', 'nir'],
  ['nir', 'nir'],
])

/**
 * The expression of a text like `(G - R) / (G + R)`: numbers, bands (R, G, B, RE, N or NIR, or their names), + - * / ^,
 * parentheses, sqrt, abs, min and max. @throws FormulaProblem
 */
export const parseFormula = (text: string): Expression =>
  parse(text, {
    variableOf: ({ text: name }) => BANDS.get(name),
    problemOf: (name) => {
      const meant = BANDS.has(name.toUpperCase()) ? `; write ${name.toUpperCase()} for the band` : ''
      return `'${name}' is no band and no function${meant}`
    },
  })

/** A column as it stands in a formula, such as `[Yield]`. */
export type ColumnVariable = `[${string}]`

/** The expression of a text like `[canopyCover 2018-08-15] / [Yield]`: as above, with columns in place of bands. @throws FormulaProblem */
export const parseColumnFormula = (text: string): Expression<ColumnVariable> =>
  parse(text, {
    variableOf: ({ kind, text: name }) => (kind === 'column' ? `[${name.slice(1, -1).trim()}]` : undefined),
    problemOf: (name) => `'${name}' is no function; write columns in brackets, such as [${name}]`,
  })

/** What names stand for. */
type Words<Variable> = {
  variableOf: (token: Token) => Variable | undefined
  /** Of a name that stands for nothing. */
  problemOf: (name: string) => string
}

function parse<Variable extends string>(text: string, words: Words<Variable>): Expression<Variable> {
  const parser = { tokens: tokensOf(text), at: 0, depth: 0, words }
  const expression = sumOf(parser)
  const rest = here(parser)
  if (rest.kind !== 'end') throw formulaProblem(`'${rest.text}' can't stand here`, rest)
  return expression
}

type Parser<Variable> = { tokens: readonly Token[]; at: number; depth: number; words: Words<Variable> }

function here({ tokens, at }: Pick<Parser<string>, 'tokens' | 'at'>): Token {
  const token = tokens[at] ?? tokens.at(-1)
  if (!token) throw new Error('The list of tokens has no end')
  return token
}

function take(parser: Pick<Parser<string>, 'tokens' | 'at'>): Token {
  const token = here(parser)
  parser.at += 1
  return token
}

function sumOf<Variable extends string>(parser: Parser<Variable>): Expression<Variable> {
  parser.depth += 1
  if (parser.depth > DEPTH_MAX)
    throw formulaProblem(`there are more than ${DEPTH_MAX} levels of parentheses`, here(parser))
  const expression = chainOf(parser, ['+', '-'], productOf)
  parser.depth -= 1
  return expression
}

const productOf = <Variable extends string>(parser: Parser<Variable>): Expression<Variable> =>
  chainOf(parser, ['*', '/'], signedOf)

function chainOf<Variable extends string>(
  parser: Parser<Variable>,
  operations: readonly Operation[],
  next: (parser: Parser<Variable>) => Expression<Variable>,
): Expression<Variable> {
  let expression = next(parser)
  for (;;) {
    const operation = operations.find((one) => one === here(parser).text)
    if (!operation) return expression
    parser.at += 1
    expression = [operation, expression, next(parser)]
  }
}

/** A sign binds less than a power: -R ^ 2 is -(R ^ 2). */
function signedOf<Variable extends string>(parser: Parser<Variable>): Expression<Variable> {
  const { text } = here(parser)
  if (text !== '-' && text !== '+') return powerOf(parser)
  const token = take(parser)
  parser.depth += 1
  if (parser.depth > DEPTH_MAX) throw formulaProblem(`there are more than ${DEPTH_MAX} signs`, token)
  const operand = signedOf(parser)
  parser.depth -= 1
  if (text === '+') return operand
  return typeof operand === 'number' ? 0 - operand : ['*', -1, operand]
}

function powerOf<Variable extends string>(parser: Parser<Variable>): Expression<Variable> {
  const base = operandOf(parser)
  if (here(parser).text !== '^') return base
  parser.at += 1
  return ['^', base, signedOf(parser)]
}

function operandOf<Variable extends string>(parser: Parser<Variable>): Expression<Variable> {
  const token = take(parser)
  if (token.kind === 'number') return Number(token.text)
  if (token.text === '(') {
    const expression = sumOf(parser)
    expect(parser, ')')
    return expression
  }
  if (token.kind === 'end') throw formulaProblem('something is missing at the end', token)
  const variable = parser.words.variableOf(token)
  if (variable !== undefined) return variable
  if (token.kind !== 'name') throw formulaProblem(`'${token.text}' can't stand here`, token)
  return callOf(parser, token)
}

function callOf<Variable extends string>(parser: Parser<Variable>, token: Token): Expression<Variable> {
  const { text } = token
  const isPair = text === 'min' || text === 'max'
  if (!isPair && text !== 'sqrt' && text !== 'abs') throw formulaProblem(parser.words.problemOf(text), token)
  expect(parser, '(')
  const first = sumOf(parser)
  if (!isPair) {
    expect(parser, ')')
    return [text, first]
  }
  expect(parser, ',')
  const second = sumOf(parser)
  expect(parser, ')')
  return [text, first, second]
}

function expect(parser: Pick<Parser<string>, 'tokens' | 'at'>, text: '(' | ')' | ','): void {
  const token = take(parser)
  if (token.text !== text)
    throw formulaProblem(
      token.kind === 'end' ? `'${text}' is missing at the end` : `'${text}' is missing before '${token.text}'`,
      token,
    )
}
