// The value that a row has for a column that was added after it: https://www.sqlite.org/lang_altertable.html. It is constant.
import { isGroup, isMark, isWord, type Node, nameIn } from './tokens.ts'

export type SqlValue = string | number | Uint8Array | null
export type Affinity = 'integer' | 'text' | 'blob' | 'real' | 'numeric'

/** By the words in a type: https://www.sqlite.org/datatype3.html, section 3.1. */
export function affinityOf(type: string): Affinity {
  const words = type.toUpperCase()
  const has = (...parts: readonly string[]) => parts.some((part) => words.includes(part))
  if (has('INT')) return 'integer'
  if (has('CHAR', 'CLOB', 'TEXT')) return 'text'
  if (words === '' || has('BLOB')) return 'blob'
  return has('REAL', 'FLOA', 'DOUB') ? 'real' : 'numeric'
}

/** Of the nodes behind the word DEFAULT. Undefined for what only SQLite computes. */
export function defaultIn([first, second]: readonly Node[], affinity: Affinity): SqlValue | undefined {
  const isSigned = isMark(first, '-') || isMark(first, '+')
  const value = isSigned
    ? expression(
        [first, second].filter((node) => node !== undefined),
        affinity,
      )
    : bare(first, affinity)
  return value === undefined ? undefined : withAffinity(value, affinity)
}

/** Outside of brackets, a word is a text. */
function bare(node: Node | undefined, affinity: Affinity): SqlValue | undefined {
  const value = literal(node, affinity)
  if (value !== undefined || isWord(node, ...COMPUTED)) return value
  return nameIn(node)
}

const COMPUTED = ['CURRENT_TIME', 'CURRENT_DATE', 'CURRENT_TIMESTAMP']

function literal(node: Node | undefined, affinity: Affinity): SqlValue | undefined {
  if (isGroup(node)) return expression(node, affinity)
  if (node === undefined) return undefined
  if (isWord(node, 'NULL')) return null
  if (isWord(node, 'TRUE', 'FALSE')) return isWord(node, 'TRUE') ? 1 : 0
  if (node.kind === 'string') return node.text
  // A number for a column of texts is kept as it is written.
  if (node.kind === 'number') return affinity === 'text' && !HEX.test(node.text) ? node.text : numberOf(node.text)
  return node.kind === 'blob' ? bytesOf(node.text) : undefined
}

const HEX = /^0x/i

/** What stands within brackets. */
function expression(nodes: readonly Node[], affinity: Affinity): SqlValue | undefined {
  const [first, second, ...more] = nodes
  if (more.length > 0) return undefined
  if (isWord(first, 'CAST') && isGroup(second)) return cast(second)
  if (second === undefined) return literal(first, affinity)
  const value = literal(second, affinity)
  if (isMark(first, '+')) return value
  if (!isMark(first, '-')) return undefined
  if (typeof value === 'number') return -value
  return typeof value === 'string' && !isGroup(second) && second.kind === 'number' ? `-${value}` : undefined
}

function cast(nodes: readonly Node[]): SqlValue | undefined {
  const at = nodes.findIndex((node) => isWord(node, 'AS'))
  const value = at < 0 ? undefined : expression(nodes.slice(0, at), 'blob')
  const affinity = affinityOf(
    nodes
      .slice(at + 1)
      .map((node) => nameIn(node) ?? '')
      .join(' '),
  )
  // A cast of other values changes more than an affinity does.
  const isPlain =
    typeof value === 'number' || (typeof value === 'string' && (affinity === 'text' || NUMBER.test(value)))
  return isPlain && !(affinity === 'integer' && !Number.isInteger(Number(value)))
    ? withAffinity(value, affinity)
    : undefined
}

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** Whole numbers beyond those that JavaScript keeps stay as they are written. */
function numberOf(text: string): number | string {
  const written = text.replaceAll('_', '')
  const value = Number(written)
  return Number.isSafeInteger(value) || !/^\d+$/.test(written) ? value : written
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length >> 1 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))
}

function withAffinity(value: SqlValue, affinity: Affinity): SqlValue {
  if (affinity === 'text') return typeof value === 'number' ? String(value) : value
  if (affinity === 'blob' || typeof value !== 'string' || !NUMBER.test(value)) return value
  return numberOf(value.trim())
}
