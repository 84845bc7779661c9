type Attributes = ReadonlyMap<string, string>

type Handlers = {
  /** An element without content is opened and closed. */
  open: (name: string, attributes: Attributes) => unknown
  text?: (text: string) => unknown
  close?: ((name: string) => unknown) | undefined
}

export const STOP = Symbol('stop')

/**
 * Reads the XML of a workbook until a handler returns STOP. It takes what programs write: names lose their prefix, comments and
 * instructions are left out, and no entity is known but those of XML itself.
 */
export function readXml(xml: string, { open, text, close }: Handlers): void {
  for (let at = 0; at < xml.length; ) {
    const start = xml.indexOf('<', at)
    if (start < 0) return
    if (start > at && text?.(decodeEntities(xml.slice(at, start))) === STOP) return
    const [opening, closing] = SKIPPED.find(([mark]) => xml.startsWith(mark, start)) ?? ['<', undefined]
    const end = closing === undefined ? endOfTag(xml, start) : xml.indexOf(closing, start)
    if (end < 0) return
    if (opening === CDATA) text?.(xml.slice(start + CDATA.length, end))
    if (closing === undefined && readTag(xml.slice(start + 1, end), { open, close }) === STOP) return
    at = end + (closing?.length ?? 1)
  }
}

const CDATA = '<![CDATA['
const SKIPPED = [
  ['<!--', '-->'],
  [CDATA, ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/** The position of its '>', which may also be in a value. */
function endOfTag(xml: string, start: number): number {
  let quote = ''
  for (let at = start; at < xml.length; at += 1) {
    const character = xml[at] ?? ''
    if (quote === '' && character === '>') return at
    if (quote === '' && (character === '"' || character === "'")) quote = character
    else if (character === quote) quote = ''
  }
  return -1
}

function readTag(tag: string, { open, close }: Pick<Handlers, 'open' | 'close'>): unknown {
  if (tag.startsWith('/')) return close?.(withoutPrefix(tag.slice(1).trim()))
  const isEmpty = tag.endsWith('/')
  const content = isEmpty ? tag.slice(0, -1) : tag
  const blank = content.search(/\s/)
  const name = withoutPrefix(blank < 0 ? content : content.slice(0, blank))
  const answer = open(name, blank < 0 ? new Map() : attributesOf(content.slice(blank)))
  return answer === STOP || !isEmpty ? answer : close?.(name)
}

function attributesOf(text: string): Attributes {
  const attributes = new Map<string, string>()
  for (let at = 0; ; ) {
    const equals = text.indexOf('=', at)
    const quote = equals < 0 ? undefined : text.slice(equals + 1).trimStart()[0]
    const start = quote === undefined ? -1 : text.indexOf(quote, equals)
    const end = quote === undefined ? -1 : text.indexOf(quote, start + 1)
    if (end < 0) return attributes
    attributes.set(text.slice(at, equals).trim(), decodeEntities(text.slice(start + 1, end)))
    at = end + 1
  }
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(/&(#?\w{1,8});/g, (whole, name: string) => characterOf(name) ?? whole) : text

/** Of 'amp', '#38' or '#x26'. */
function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return NAMED[name]
  const code = Number(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1))
  return code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : undefined
}
