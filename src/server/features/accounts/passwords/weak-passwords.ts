import { PASSWORD_MIN } from '#domain/accounts.ts'
import { brand } from '#domain/brand.ts'
import { errorAt } from '#domain/errors.ts'
import { COMMON_RUNS, COMMON_WORDS } from './common-words.ts'

const TOO_COMMON =
  'This password is too common: a common word or a row of keys with little added is guessed first. Choose another one.'
const OWN_WORDS = 'The password must not be made of your name, your email or the name of this product.'

type Own = { email?: string; fullName?: string }

/** Rejects passwords that satisfy the rules but are easy to guess. @throws AppError 'invalid' for `field` */
export function rejectWeakPassword(password: string, { field, own }: { field: string; own: Own }): void {
  const message = isCommon(password) ? TOO_COMMON : isMadeOf(password, ownWords(own)) ? OWN_WORDS : undefined
  if (message) throw errorAt(field, message)
}

const LOOKALIKES = new Map(Object.entries({ '@': 'a', '4': 'a', '3': 'e', '0': 'o', $: 's', '5': 's', '7': 't' }))

/** Reads P@$$w0rd as password. A 1 or ! can mean i or l. */
const readAs = (text: string, one: 'i' | 'l'): string =>
  [...text].map((char) => (char === '1' || char === '!' ? one : (LOOKALIKES.get(char) ?? char))).join('')

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '')

/** A single common word or keyboard run with only few other characters around or inside it. */
export function isCommon(password: string): boolean {
  const text = plain(password)
  if (isRun(text)) return true
  const [head = '', core = '', tail = ''] = coreOf(text)
  const readings = [text, head + readAs(core, 'i') + tail, head + readAs(core, 'l') + tail]
  return readings.some((reading) => isCommonWord(lettersOf(reading)) && isLittle(reading.replace(/\p{L}/gu, '')))
}

function isRun(text: string): boolean {
  const keys = text.replace(/[^\p{L}\p{N}]/gu, '')
  return COMMON_RUNS.has(keys) && isLittle(text.replace(/[\p{L}\p{N}]/gu, ''))
}

const isLetter = (char: string): boolean => /\p{L}/u.test(char)

/** Splits into the text before the first letter, up to the last letter, and after it. */
function coreOf(text: string): string[] {
  const chars = [...text]
  const [first, end] = [chars.findIndex(isLetter), chars.findLastIndex(isLetter) + 1]
  if (first === -1) return [text]
  return [chars.slice(0, first), chars.slice(first, end), chars.slice(end)].map((part) => part.join(''))
}

/** Fewer characters than a password needs. Sequences such as 12345 and !!!!! count as one character, as they are guessed as one. */
function isLittle(rest: string): boolean {
  let count = 0
  let before: number | undefined
  for (const char of rest) {
    const code = char.codePointAt(0) ?? 0
    const continuesSequence = before !== undefined && code < 0x80 && Math.abs(code - before) <= 1
    if (!continuesSequence) count += 1
    before = code
  }
  return count < PASSWORD_MIN
}

const ROWS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm']
const RUNS = [...ROWS, ...ROWS.map((row) => [...row].toReversed().join(''))]

function isCommonWord(word: string): boolean {
  if (word === '') return false
  const half = word.slice(0, word.length / 2)
  const once = half !== '' && half + half === word ? half : word
  if (COMMON_WORDS.has(once) || new Set(once).size === 1) return true
  return once.length >= 3 && RUNS.some((run) => run.includes(once))
}

function ownWords({ email = '', fullName = '' }: Own): string[] {
  const [local = '', host = ''] = plain(email).split('@')
  const parts = [local, ...host.split('.').slice(0, -1), plain(fullName)]
  const words = parts.flatMap((part) => [part, ...part.split(/[^\p{L}\p{N}]+/u)])
  const spellings = words.flatMap((word) => [word.replace(/\s+/g, ''), lettersOf(word)])
  return [plain(brand.name), ...spellings].filter((word) => word.length >= 4 && /\p{L}/u.test(word))
}

/** Own words do not count: without them too few characters remain. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  return [plain(password), readAs(plain(password), 'i'), readAs(plain(password), 'l')].some((text) => {
    const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), text)
    return rest !== text && [...rest].length < PASSWORD_MIN
  })
}
