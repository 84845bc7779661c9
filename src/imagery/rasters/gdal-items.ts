// What GDAL's markup in a GeoTIFF says of its bands.
import type { Scaling } from '#domain/maps.ts'

/** Of each band; empty texts and undefined where nothing is said. */
export type BandItems = {
  names: string[]
  /** What each is drawn as: red, green, nir and so on. */
  colours: string[]
  scalings: (Scaling | undefined)[]
}

const ITEM = /<Item ([^<>]{1,400})>([^<>]{0,400})<\/Item>/g
const ATTRIBUTE = /([a-z]{1,20})="([^"]{0,200})"/g
/** Other programs put names in items of these names, in lower-case letters. */
const NAME_ITEMS = ['bandname', 'band_name', 'band name']
/** As ENVI's bands are called in a GeoTIFF that was made of them. */
const NAME_OF_PLACE = /^band_(\d{1,3})$/i

export function bandItemsOf(markup: string, bands: number): BandItems {
  const [names, alsoNamed, colours] = [empty(bands), empty(bands), empty(bands)]
  const factors = Array.from({ length: bands }, () => 1)
  const offsets = Array.from({ length: bands }, () => 0)
  for (const [, attributes = '', content = ''] of markup.matchAll(ITEM)) {
    const {
      name = '',
      sample,
      role = '',
    } = Object.fromEntries([...attributes.matchAll(ATTRIBUTE)].map(([, key, text]) => [key, text]))
    const text = unescaped(content).trim()
    const place = sample === undefined ? Number(NAME_OF_PLACE.exec(name)?.[1] ?? 0) - 1 : Number(sample)
    if (!Number.isInteger(place) || place < 0 || place >= bands) continue
    if (role === 'description') names[place] = text
    else if (role === 'colorinterp') colours[place] = text.toLowerCase()
    else if (role === 'scale') factors[place] = numberOr(1, text)
    else if (role === 'offset') offsets[place] = numberOr(0, text)
    else if (sample === undefined || NAME_ITEMS.includes(name.toLowerCase())) alsoNamed[place] = text
  }
  return {
    names: names.map((name, at) => name || (alsoNamed[at] ?? '')),
    colours,
    scalings: factors.map((factor, at) => scalingOf(factor, offsets[at] ?? 0)),
  }
}

const empty = (bands: number): string[] => Array.from({ length: bands }, () => '')

function numberOr(otherwise: number, text: string): number {
  const value = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : otherwise
}

/** A factor of 0 would make all values the same. */
const scalingOf = (factor: number, offset: number): Scaling | undefined =>
  (factor === 1 && offset === 0) || factor === 0 ? undefined : [factor, offset]

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string => text.replace(/&([a-z]{2,4});/g, (whole, name) => ENTITIES[name] ?? whole)
