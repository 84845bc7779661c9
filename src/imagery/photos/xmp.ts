// XMP of photos: properties as attributes or as elements, in one description or several (ISO 16684-1).
import { readXml, STOP } from '../xml/read-xml.ts'

/**
 * Texts by name with its usual prefix, such as `drone-dji:RelativeAltitude`; items of a list are joined by commas. Of a structure, each
 * field stands behind its name: `drone-skydio:CameraOrientationNED/drone-skydio:Yaw`. The first of a name counts.
 */
export type Xmp = ReadonlyMap<string, string>

const CHARACTERS_MAX = 262_144
const PROPERTIES_MAX = 4096
const VALUE_CHARACTERS_MAX = 4096
/** Structures in structures. */
const DEPTH_MAX = 4
/** They hold properties, and are none. */
const AROUND = /^(?:rdf|x|xapmeta):/

/** What is not well formed is read as far as it goes; what stands before the first element doesn't count. */
export function readXmp(bytesAsText: string): Xmp {
  const found = new Map<string, string>()
  const start = bytesAsText.indexOf('<')
  if (start < 0) return found
  let text = ''
  let items: string[] = []
  const path: string[] = []
  const keep = (name: string, value: string): typeof STOP | undefined => {
    if (!found.has(name)) found.set(name, value.trim().slice(0, VALUE_CHARACTERS_MAX))
    return found.size < PROPERTIES_MAX ? undefined : STOP
  }
  const open = (name: string, attributes: Readonly<Record<string, string>>): typeof STOP | undefined => {
    text = ''
    if (!AROUND.test(name)) {
      items = []
      path.push(name)
    }
    if (path.length > DEPTH_MAX || (name.startsWith('rdf:') && name !== 'rdf:Description')) return undefined
    for (const [attribute, value] of Object.entries(attributes))
      if (!/^(?:xmlns|xml:|rdf:|x:)/.test(attribute) && keep([...path, attribute].join('/'), value)) return STOP
    return undefined
  }
  const close = (name: string): typeof STOP | undefined => {
    const value = text.trim()
    text = ''
    if (name === 'rdf:li' && items.length < PROPERTIES_MAX) items.push(value)
    if (AROUND.test(name)) return undefined
    const property = path.length > DEPTH_MAX ? null : path.join('/')
    path.pop()
    if (property === null || (value === '' && items.length === 0)) return undefined
    return keep(property, items.length > 0 ? items.join(', ') : value)
  }
  const add = (part: string): void => {
    if (text.length < VALUE_CHARACTERS_MAX) text += part
  }
  readXml(bytesAsText.slice(start, start + CHARACTERS_MAX), { open, text: add, close }, { withPrefixes: true })
  return found
}

/** Makers write `+40.00`, `40`, and now and then a fraction `401/10`. */
export function numberIn(xmp: Xmp, ...names: readonly string[]): number | null {
  for (const name of names) {
    const text = xmp.get(name)
    const [, top = '', bottom = '1'] = /^([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?:\/(\d+))?$/i.exec(text ?? '') ?? []
    const value = top === '' ? Number.NaN : Number(top) / Number(bottom)
    if (Number.isFinite(value)) return value
  }
  return null
}

export function textIn(xmp: Xmp, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = xmp.get(name)
    if (text) return text
  }
  return null
}

/** Makers who write the names of DJI's tags behind a prefix of their own; Autel's later drones have none but `drone`. */
const MAKERS = ['drone-dji', 'drone', 'drone-autel', 'drone-skydio', 'drone-parrot', 'drone-yuneec']

/** The names of a tag by all makers. */
export const byMakers = (...tags: readonly string[]): string[] =>
  MAKERS.flatMap((maker) => tags.map((tag) => `${maker}:${tag}`))
