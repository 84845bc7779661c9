/** No call reads anything that lies deeper. */
const DEPTH = 32

/** Whether an object of a valid JSON text has a key twice. Readers differ in which of the two counts. */
export function repeatsKey(json: string): boolean {
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]
    if (character === '{') open.push(open.length < DEPTH ? new Set() : undefined)
    else if (character === '[') open.push(undefined)
    else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfText(json, at)
      const keys = open.at(-1)
      if (keys && isKey(json, end)) {
        // A key may be written in more than one way.
        const key = String(JSON.parse(json.slice(at, end)))
        if (keys.has(key)) return true
        keys.add(key)
      }
      at = end - 1
    }
  }
  return false
}

/** Just behind the closing quote of the text that opens at `start`. */
function endOfText(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}

function isKey(json: string, end: number): boolean {
  let at = end
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at += 1
  return json[at] === ':'
}
