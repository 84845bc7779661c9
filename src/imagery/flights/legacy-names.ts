// Names of archives that don't say they are UTF-8: in which code page they are, by their bytes.
import type { ZipEntry } from '#domain/archive/zip-entries.ts'
import { codePageNumbered } from '../text/code-pages.ts'

type Named = Pick<ZipEntry, 'name' | 'isUtf8'>

type CodePage = {
  /** Undefined for bytes that are none of it. */
  decode: (name: string) => string | undefined
  /** By what its bytes tell beyond its characters. */
  costOf?: (name: string) => number
}

/** Of those that fit equally well, the first counts. */
const CODE_PAGES: readonly CodePage[] = [
  ...[850, 852].map((number) => ({ decode: byNumber(number) })),
  ...['windows-1252', 'ibm866', 'windows-1251'].map((label) => ({ decode: byLabel(label) })),
  { decode: byLabel('shift_jis'), costOf: (name) => -countOf(name, LONE_PAIR) },
  {
    decode: byLabel('gbk'),
    costOf: (name) => (name.match(PAIR)?.filter(isRare).length ?? 0) - countOf(name, LONE_PAIR),
  },
  {
    decode: byLabel('euc-kr'),
    costOf: (name) => 2 * countOf(byLabel('euc-kr')(name) ?? '', /\p{Script=Han}/gu) - countOf(name, LONE_PAIR),
  },
]

const PAIR = /[\x81-\xfe][\x40-\xfe]/g
/** Between letters of ASCII, more likely one character of two bytes than two of one. */
const LONE_PAIR = /(?<![\x80-\xff])[\x81-\xfe][\xa1-\xfe](?![\x80-\xff])/g
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** GB 2312 has two bytes from 0xB0 and 0xA1 on. */
const isRare = (pair: string): boolean => pair < '\xb0' || (pair[1] ?? '') < '\xa1'

const bytesOf = (name: string): Uint8Array => Uint8Array.from(name, (letter) => letter.charCodeAt(0))

function byNumber(number: number): CodePage['decode'] {
  const page = codePageNumbered(number)
  return (name) => page?.decode(bytesOf(name))
}

function byLabel(label: string): CodePage['decode'] {
  const decoder = new TextDecoder(label, { fatal: true })
  return (name) => {
    try {
      return decoder.decode(bytesOf(name))
    } catch {
      return undefined
    }
  }
}

const utf8 = byLabel('utf-8')
const NAMES_MAX = 1000

/** Of all names of an archive: names that are UTF-8 are that, and the others are in the one code page in which they look most like names. */
export function nameDecoder(entries: readonly Named[]): (entry: Named) => string {
  const legacy = entries.filter(({ name, isUtf8 }) => !isUtf8 && utf8(name) === undefined).slice(0, NAMES_MAX)
  const costs = CODE_PAGES.map(({ decode, costOf = () => 0 }) => {
    const texts = legacy.map(({ name }) => ({ name, text: decode(name) }))
    return texts.reduce(
      (sum, { name, text }) => sum + (text === undefined ? Infinity : costOfText(text) + costOf(name)),
      0,
    )
  })
  const page = CODE_PAGES[costs.indexOf(Math.min(...costs))]
  return ({ name }) => utf8(name) ?? page?.decode(name) ?? name
}

/** Runs of letters of one kind, and what stands around them. */
const RUN = {
  latin: /[^\P{Script=Latin}\p{ASCII}]+/gu,
  cyrillic: /\p{Script=Cyrillic}+/gu,
  kana: /[\u3040-\u30ff]+/gu,
  han: /\p{Script=Han}+/gu,
  hangul: /\p{Script=Hangul}+/gu,
  halfWidth: /[\uff61-\uff9f]+/gu,
  other: /[^\p{Script=Latin}\p{Script=Cyrillic}\u3040-\u30ff\p{Script=Han}\p{Script=Hangul}\uff61-\uff9f\p{ASCII}]/gu,
} as const

/** Less than 0 for what only one script explains: words of Cyrillic, kana, Han and Hangul that no Latin letters touch. */
function costOfText(text: string): number {
  const sum = (run: RegExp, costOf: (letters: string, isTouched: boolean) => number): number =>
    [...text.matchAll(run)].reduce((total, { 0: letters, index }) => {
      const around = (text[index - 1] ?? '') + (text[index + letters.length] ?? '')
      return total + costOf(letters, /\p{Script=Latin}/u.test(around))
    }, 0)
  return (
    sum(RUN.latin, (letters) => Math.max(0, letters.length - 2)) +
    countOf(text, /[a-z][^\P{Lu}\p{ASCII}]|\p{Lu}[^\P{Lu}\p{ASCII}]\p{Ll}|[^\p{ASCII}]\\/gu) +
    sum(RUN.cyrillic, costOfCyrillic) +
    sum(RUN.kana, (letters, isTouched) => (isTouched ? 0 : -2 * letters.length)) +
    sum(RUN.han, ({ length }, isTouched) => (length > 1 ? (isTouched ? 1 : 0) - length : isTouched ? 2 : 0)) +
    sum(RUN.hangul, (letters, isTouched) => (isTouched ? 1.5 : -1.5) * letters.length) +
    sum(RUN.halfWidth, (letters) => letters.length) +
    sum(RUN.other, () => 3)
  )
}

function costOfCyrillic(letters: string, isTouched: boolean): number {
  if (isTouched) return 3 * letters.length
  const oddities = countOf(letters, /\P{Lu}\p{Lu}|\p{Lu}{2}\p{Ll}|[^\u0410-\u044f\u0401\u0451]/gu)
  return oddities - 0.8 * (letters.length - 1)
}
