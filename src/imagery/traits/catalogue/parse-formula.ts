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
export function parseFormula(text: string): Expression {
  const parser = { tokens: tokensOf(text), at: 0, depth: 0 }
  const expression = sumOf(parser)
  const rest = here(parser)
  if (rest.kind !== 'end') throw formulaProblem(`'${rest.text}' can't stand here`, rest)
  return expression
}

type Parser = { tokens: readonly Token[]; at: number; depth: number }

function here({ tokens, at }: Parser): Token {
  const token = tokens[at] ?? tokens.at(-1)
  if (!token) throw new Error('The list of tokens has no end')
  return token
}

function take(parser: Parser): Token {
  const token = here(parser)
  parser.at += 1
  return token
}

function sumOf(parser: Parser): Expression {
  parser.depth += 1
  if (parser.depth > DEPTH_MAX)
    throw formulaProblem(`there are more than ${DEPTH_MAX} levels of parentheses`, here(parser))
  const expression = chainOf(parser, ['+', '-'], productOf)
  parser.depth -= 1
  return expression
}

const productOf = (parser: Parser): Expression => chainOf(parser, ['*', '/'], signedOf)

function chainOf(parser: Parser, operations: readonly Operation[], next: (parser: Parser) => Expression): Expression {
  let expression = next(parser)
  for (;;) {
    const operation = operations.find((one) => one === here(parser).text)
    if (!operation) return expression
    parser.at += 1
    expression = [operation, expression, next(parser)]
  }
}

/** A sign binds less than a power: -R ^ 2 is -(R ^ 2). */
function signedOf(parser: Parser): Expression {
  const { text } = here(parser)
  if (text !== '-' && text !== '+') return powerOf(parser)
  const token = take(parser)
  parser.depth += 1
  if (parser.depth > DEPTH_MAX) throw formulaProblem(`there are more than ${DEPTH_MAX} signs`, token)
  const operand = signedOf(parser)
  parser.depth -= 1
  if (text === '+') return operand
  return typeof operand === 'number' ? -operand : ['*', -1, operand]
}

function powerOf(parser: Parser): Expression {
  const base = operandOf(parser)
  if (here(parser).text !== '^') return base
  parser.at += 1
  return ['^', base, signedOf(parser)]
}

function operandOf(parser: Parser): Expression {
  const token = take(parser)
  if (token.kind === 'number') return Number(token.text)
  if (token.text === '(') {
    const expression = sumOf(parser)
    expect(parser, ')')
    return expression
  }
  if (token.kind === 'end') throw formulaProblem('something is missing at the end', token)
  if (token.kind !== 'name') throw formulaProblem(`'${token.text}' can't stand here`, token)
  const band = BANDS.get(token.text)
  return band ?? callOf(parser, token)
}

function callOf(parser: Parser, token: Token): Expression {
  const { text } = token
  const isPair = text === 'min' || text === 'max'
  if (!isPair && text !== 'sqrt' && text !== 'abs') throw formulaProblem(nameProblem(text), token)
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

function nameProblem(name: string): string {
  const meant = BANDS.has(name.toUpperCase()) ? `; write ${name.toUpperCase()} for the band` : ''
  return `'${name}' is no band and no function${meant}`
}

function expect(parser: Parser, text: '(' | ')' | ','): void {
  const token = take(parser)
  if (token.text !== text)
    throw formulaProblem(
      token.kind === 'end' ? `'${text}' is missing at the end` : `'${text}' is missing before '${token.text}'`,
      token,
    )
}
