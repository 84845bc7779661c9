// The words of SQL as SQLite tells them apart (https://www.sqlite.org/lang.html), for statements of a schema.

export type Token = {
  kind: 'word' | 'quoted' | 'string' | 'number' | 'blob' | 'mark'
  /** Without its quotes. */
  text: string
}
/** What stands between brackets is one node. */
export type Node = Token | Node[]

const CLOSING: Readonly<Record<string, string>> = { '"': '"', '`': '`', "'": "'", '[': ']' }
const isSpace = (char: string): boolean =>
  char === ' ' || char === '\t' || char === '\n' || char === '\r' || char === '\f'
const isWordPart = (char: string): boolean => /[A-Za-z0-9_$\u0080-\uffff]/.test(char)
const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9'

/** Brackets nested more deeply are no schema of ours. */
const DEPTH_MAX = 50

/** Undefined when the brackets don't match. */
export function parseSql(sql: string): Node[] | undefined {
  const open: Node[][] = [[]]
  for (const token of tokensOf(sql)) {
    const { kind, text } = token
    if (kind === 'mark' && text === '(') open.push([])
    else if (kind === 'mark' && text === ')') {
      const group = open.pop()
      if (!group || open.length === 0) return undefined
      open.at(-1)?.push(group)
    } else open.at(-1)?.push(token)
    if (open.length > DEPTH_MAX) return undefined
  }
  return open.length === 1 ? open[0] : undefined
}

function* tokensOf(sql: string): Generator<Token> {
  for (let at = 0; at < sql.length; ) {
    const end = endOfGap(sql, at)
    if (end > at) at = end
    else {
      const [token, next] = tokenAt(sql, at)
      yield token
      at = next
    }
  }
}

/** Of a space or a comment that begins here. */
function endOfGap(sql: string, at: number): number {
  if (isSpace(sql[at] ?? '')) return at + 1
  if (sql.startsWith('--', at)) return endAt(sql, '\n', at + 2)
  return sql.startsWith('/*', at) ? endAt(sql, '*/', at + 2) : at
}

function endAt(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from)
  return found < 0 ? sql.length : found + mark.length
}

function tokenAt(sql: string, at: number): [Token, number] {
  const char = sql[at] ?? ''
  const closing = CLOSING[char]
  if (closing) return quotedAt(sql, at, closing)
  if ((char === 'x' || char === 'X') && sql[at + 1] === "'") {
    const [{ text }, next] = quotedAt(sql, at + 1, "'")
    return [{ kind: 'blob', text }, next]
  }
  if (isDigit(char) || (char === '.' && isDigit(sql[at + 1]))) {
    const next = endOfNumber(sql, at)
    return [{ kind: 'number', text: sql.slice(at, next) }, next]
  }
  if (!isWordPart(char)) return [{ kind: 'mark', text: char }, at + 1]
  let next = at + 1
  while (isWordPart(sql[next] ?? '')) next += 1
  return [{ kind: 'word', text: sql.slice(at, next) }, next]
}

/** A quote within is written twice; a square bracket has none within. */
function quotedAt(sql: string, from: number, closing: string): [Token, number] {
  let text = ''
  for (let at = from + 1; ; ) {
    const end = sql.indexOf(closing, at)
    text += end < 0 ? sql.slice(at) : sql.slice(at, end)
    const isTwice = closing !== ']' && end >= 0 && sql[end + 1] === closing
    if (!isTwice) return [{ kind: closing === "'" ? 'string' : 'quoted', text }, end < 0 ? sql.length : end + 1]
    text += closing
    at = end + 2
  }
}

/** With a sign behind the e of an exponent. */
function endOfNumber(sql: string, from: number): number {
  const isHex = /^0x/i.test(sql.slice(from, from + 2))
  let at = from
  while (at < sql.length) {
    const char = sql[at] ?? ''
    const isSign = (char === '+' || char === '-') && !isHex && /e/i.test(sql[at - 1] ?? '')
    if (!isWordPart(char) && char !== '.' && !isSign) break
    at += 1
  }
  return at
}

export const isGroup = (node: Node | undefined): node is Node[] => Array.isArray(node)

/** Whether it is this word of SQL, not a name in quotes. */
export const isWord = (node: Node | undefined, ...words: readonly string[]): boolean =>
  node !== undefined && !isGroup(node) && node.kind === 'word' && words.includes(node.text.toUpperCase())

export const isMark = (node: Node | undefined, mark: string): boolean =>
  node !== undefined && !isGroup(node) && node.kind === 'mark' && node.text === mark

/** Undefined of what can't be a name. */
export function nameIn(node: Node | undefined): string | undefined {
  if (node === undefined || isGroup(node)) return undefined
  return node.kind === 'word' || node.kind === 'quoted' || node.kind === 'string' ? node.text : undefined
}

/** Parts between commas. */
export function splitAtCommas(nodes: readonly Node[]): Node[][] {
  const parts: Node[][] = [[]]
  for (const node of nodes) {
    if (isMark(node, ',')) parts.push([])
    else parts.at(-1)?.push(node)
  }
  return parts
}

/** SQLite compares names without case, of ASCII letters only. */
export const keyOf = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
