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
    const name = nameIn(typed)
    const value = valueIn(typed)
    const problem = problemOf({ split, name, value, isKnown: options.has(name) })
    if (problem) return { error: `Line ${at + 1}: ${problem}` }
    options.set(name, valueOf(value))
  }
  if (options.size > RUN_OPTIONS.countMax) return { error: `At most ${RUN_OPTIONS.countMax} options can be given.` }
  return { options: Object.fromEntries(options) }
}

/** What is typed for an option; undefined where it isn't. */
export function typedValue(text: string, name: string): string | undefined {
  const line = text.split('\n').find((one) => nameIn(one) === name)
  return line === undefined ? undefined : valueIn(line)
}

/** The same with another value of an option, in its line or at the end; without it where the value is null. */
export function withOption(text: string, { name, value }: { name: string; value: string | null }): string {
  const lines = text.trimEnd() === '' ? [] : text.trimEnd().split('\n')
  const at = lines.findIndex((line) => nameIn(line) === name)
  const line = value === null ? [] : [`${name}=${value}`]
  return lines.toSpliced(at < 0 ? lines.length : at, at < 0 ? 0 : 1, ...line).join('\n')
}

const nameIn = (line: string): string =>
  line
    .slice(0, Math.max(0, line.indexOf('=')))
    .trim()
    .replace(/^--/, '')
const valueIn = (line: string): string => line.slice(line.indexOf('=') + 1).trim()

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
