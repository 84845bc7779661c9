import { RUN_OPTIONS, type RunOptions } from '#domain/processing.ts'

const NAME = /^[A-Za-z0-9_-]{1,64}$/
const NUMBER = /^-?\d+(?:\.\d+)?$/

/** Options as they are typed, one `name=value` a line; `error` says what to change in which line. */
export function readOptions(text: string): { options: RunOptions; error?: undefined } | { error: string } {
  const options = new Map<string, string | number | boolean>()
  for (const [at, line] of text.split('\n').entries()) {
    const typed = line.trim()
    if (typed === '') continue
    const split = typed.indexOf('=')
    const name = typed.slice(0, split).trim().replace(/^--/, '')
    const value = typed.slice(split + 1).trim()
    const problem = problemOf({ split, name, value, isKnown: options.has(name) })
    if (problem) return { error: `Line ${at + 1}: ${problem}` }
    options.set(name, valueOf(value))
  }
  if (options.size > RUN_OPTIONS.countMax) return { error: `At most ${RUN_OPTIONS.countMax} options can be given.` }
  return { options: Object.fromEntries(options) }
}

type Typed = { split: number; name: string; value: string; isKnown: boolean }

function problemOf({ split, name, value, isKnown }: Typed): string | undefined {
  if (split < 1 || value === '') return 'write it as name=value.'
  if (!NAME.test(name)) return 'a name has up to 64 letters, digits, hyphens and underscores.'
  if (value.length > RUN_OPTIONS.valueMax) return `a value has at most ${RUN_OPTIONS.valueMax} characters.`
  return isKnown ? `${name} is given twice.` : undefined
}

const valueOf = (text: string): string | number | boolean => {
  if (text === 'true' || text === 'false') return text === 'true'
  return NUMBER.test(text) ? Number(text) : text
}
