/** No endpoint reads deeper values. */
const DEPTH_MAX = 32
/** The longest list of an endpoint has ten thousand objects of two or three values. */
export const VALUES_MAX = 50_000

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Whether a text has more values than any endpoint accepts. Small values cost many times as much to parse as to count. */
export function hasTooManyValues(json: string, max = VALUES_MAX): boolean {
  let values = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfString(json, at) - 1
    else if (code === COMMA || code === OPEN_OBJECT || code === OPEN_LIST) values += 1
    if (values > max) return true
  }
  return false
}

/** Whether an object of a valid JSON text has a duplicate key. Parsers differ in which of the two they use. */
export function hasDuplicateKey(json: string): boolean {
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === OPEN_OBJECT) open.push(open.length < DEPTH_MAX ? new Set() : undefined)
    else if (code === OPEN_LIST) open.push(undefined)
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) open.pop()
    else if (code === QUOTE) {
      const end = endOfString(json, at)
      const keys = open.at(-1)
      if (keys && isKey(json, end)) {
        const key = readKey(json.slice(at, end))
        if (keys.has(key)) return true
        keys.add(key)
      }
      at = end - 1
    }
  }
  return false
}

/** A key may be written with different escapes. */
const readKey = (quoted: string): string => (quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1))

/** Just behind the closing quote of the string that opens at `start`. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end < 0 ? json.length : end + 1
}

function isEscaped(json: string, at: number): boolean {
  let from = at
  while (json.charCodeAt(from - 1) === BACKSLASH) from -= 1
  return (at - from) % 2 === 1
}

function isKey(json: string, end: number): boolean {
  let at = end
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at += 1
  return json.charCodeAt(at) === COLON
}
