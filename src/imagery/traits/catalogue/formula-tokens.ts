import { FORMULA_LENGTH_MAX } from '#domain/trial-formulas.ts'

/** What is wrong with a formula, in words, and where. */
export class FormulaProblem extends Error {
  override name = 'FormulaProblem'
  /** Of the character, from 1. */
  readonly position: number

  constructor(problem: string, position: number) {
    super(`At character ${position}: ${problem}.`)
    this.position = position
  }
}

/** A column is a name in brackets. */
export type Token = { kind: 'number' | 'name' | 'column' | 'sign' | 'end'; text: string; start: number }

export const formulaProblem = (problem: string, { start }: Pick<Token, 'start'>): FormulaProblem =>
  new FormulaProblem(problem, start + 1)

const KINDS = [
  ['number', /^(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:[eE][+-]?\d{1,3})?/],
  ['name', /^[A-Za-z][A-Za-z0-9_]{0,30}/],
  // Two ] stand for one in the name.
  ['column', /^\[(?:[^\]]|\]\])+\]/],
  ['sign', /^[-+*/^(),]/],
] as const

/** @throws FormulaProblem */
export function tokensOf(text: string): Token[] {
  if (text.length > FORMULA_LENGTH_MAX)
    throw new FormulaProblem(`a formula has at most ${FORMULA_LENGTH_MAX} characters`, FORMULA_LENGTH_MAX + 1)
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1
      continue
    }
    const token = tokenAt(text, at)
    tokens.push(token)
    at += token.text.length
  }
  return [...tokens, { kind: 'end', text: '', start: text.length }]
}

function tokenAt(text: string, start: number): Token {
  const rest = text.slice(start)
  for (const [kind, pattern] of KINDS) {
    const found = pattern.exec(rest)?.[0]
    if (found !== undefined) {
      if (kind === 'number' && !Number.isFinite(Number(found)))
        throw new FormulaProblem(`${found} is too large`, start + 1)
      return { kind, text: found, start }
    }
  }
  if (rest.startsWith('[')) throw new FormulaProblem("']' is missing after the name of a column", start + 1)
  throw new FormulaProblem(`'${rest.slice(0, 1)}' can't be part of a formula`, start + 1)
}
