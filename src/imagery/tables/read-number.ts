// Numbers as people, spreadsheets and surveyors' programs write them.

/** NaN for what is no number. */
type Readings = { withPoint: number; withComma: number }

const CHARACTERS_MAX = 60
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f]/g
const APOSTROPHES = /[’‘ʼ`´]/g
const MINUS = /^[−–‒‐‑]/
const UNIT = /(?<=[\d\s])(?:m|ft|%)$/i
const GROUPS_BY_SPACE = /^[1-9]\d{0,2}(?: \d{3})+(?![\d ])/
const GROUPS_BY_APOSTROPHE = /^[1-9]\d{0,2}(?:'\d{3})+(?![\d'])/
const GROUPS_BY_COMMA = /^[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/
const GROUPS_BY_POINT = /^[1-9]\d{0,2}(?:\.\d{3})+(?![\d.])/
const WITH_POINT = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i
const WITH_COMMA = /^(?:\d+(?:,\d*)?|,\d+)(?:e[+-]?\d{1,3})?$/i

/** What a text says when its decimal mark is a point, and when it is a comma: 1,234 is 1234 or 1.234. */
function readingsOf(cell: string): Readings {
  const text = cell.length > CHARACTERS_MAX ? '' : cell.replace(SPACES, ' ').trim().replace(UNIT, '').trimEnd()
  const plain = text.replace(APOSTROPHES, "'").replace(MINUS, '-')
  const size = /^[+-]/.test(plain) ? plain.slice(1).trimStart() : plain
  const sign = plain.startsWith('-') ? -1 : 1
  const valueOf = (digits: string, pattern: RegExp) =>
    pattern.test(digits) ? finite(sign * Number(digits.replace(',', '.'))) : Number.NaN
  return {
    withPoint: valueOf(withoutGroups(size, GROUPS_BY_COMMA), WITH_POINT),
    withComma: valueOf(withoutGroups(size, GROUPS_BY_POINT), WITH_COMMA),
  }
}

function withoutGroups(text: string, marks: RegExp): string {
  const [groups] = [GROUPS_BY_SPACE, GROUPS_BY_APOSTROPHE, marks].flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
  return groups === undefined ? text : groups.replace(/\D/g, '') + text.slice(groups.length)
}

/** Without -0. */
const finite = (value: number): number => (Number.isFinite(value) ? value + 0 : Number.NaN)

const isOpen = ({ withPoint, withComma }: Readings): boolean =>
  !Number.isNaN(withPoint) && !Number.isNaN(withComma) && withPoint !== withComma

/** A number by itself, such as a coordinate: one mark is the decimal one. NaN for what is no number. */
export function readNumber(cell: string): number {
  const { withPoint, withComma } = readingsOf(cell)
  if (isOpen({ withPoint, withComma })) return cell.includes('.') ? withPoint : withComma
  return Number.isNaN(withPoint) ? withComma : withPoint
}

export type DecimalMark = 'point' | 'comma'

/**
 * The decimal mark of numbers that one person or program wrote: that of those which allow only one. `usual` is what its kind of
 * table has, and counts as one of them. Undefined where both are used, or where none tells.
 */
export function decimalMarkOf(texts: Iterable<string>, usual?: DecimalMark): DecimalMark | undefined {
  let [hasPoints, hasCommas] = [usual === 'point', usual === 'comma']
  for (const text of texts) {
    if (!/[.,]/.test(text)) continue
    const { withPoint, withComma } = readingsOf(text)
    if (Number.isNaN(withComma) && !Number.isNaN(withPoint)) hasPoints = true
    if (Number.isNaN(withPoint) && !Number.isNaN(withComma)) hasCommas = true
  }
  return hasPoints === hasCommas ? undefined : hasPoints ? 'point' : 'comma'
}

/** Reads what can be told. Texts that are no numbers, and those of which the decimal mark can't be told, stay texts. */
export function numberReader(mark: DecimalMark | undefined): (text: string) => number | string {
  return (text) => {
    const readings = readingsOf(text)
    if (isOpen(readings)) return mark === undefined ? text : mark === 'point' ? readings.withPoint : readings.withComma
    const value = Number.isNaN(readings.withPoint) ? readings.withComma : readings.withPoint
    return Number.isNaN(value) ? text : value
  }
}
