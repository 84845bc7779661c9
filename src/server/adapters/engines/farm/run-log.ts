// What is passed on of a node's log: it may be endless.

const LINES_AT_ONCE = 200
const LINES_MAX = 20_000
const LINE_MAX = 400

/** `words` makes a line of a node fit for people. */
export function createRunLog(log: (line: string) => void, words: (text: string, max: number) => string) {
  let passed = 0
  return {
    add: (lines: readonly string[]): void => {
      const room = LINES_MAX - passed
      if (room <= 0) return
      const some = lines.slice(-Math.min(LINES_AT_ONCE, room))
      if (some.length < lines.length) log(`… ${lines.length - some.length} lines of the node are left out`)
      passed += some.length
      for (const line of some) {
        const text = words(line, LINE_MAX)
        if (text !== '') log(text)
      }
      if (passed >= LINES_MAX) log('… more lines of the node are left out')
    },
  }
}
