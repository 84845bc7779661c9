// What the names of bands and files say, as the usual programs write them.
import type { BandRole } from '#domain/maps.ts'

const INDICES =
  'ndvi ndre gndvi bndvi savi osavi msavi evi vari gli exg exgr ngrdi tgi ndwi ndmi mcari cire lai index'.split(' ')

/** GDAL's descriptions of bands, in lower-case letters. */
const NAMES: Partial<Record<BandRole, readonly string[]>> = {
  red: ['r', 'red'],
  // `gre` and `reg` are what Sequoia and its programs write.
  green: ['g', 'green', 'gre'],
  redEdge: ['rededge', 're', 'reg'],
  blue: ['b', 'blue'],
  nir: ['nir', 'n', 'nearir', 'nearinfrared'],
  thermal: ['lwir', 'thermal'],
  alpha: ['alpha'],
  elevation: ['dsm', 'dtm', 'dem', 'elevation', 'height'],
  index: INDICES,
}
const ROLES = new Map(
  Object.entries(NAMES).flatMap(([role, names]) => names.map((name) => [name, role as BandRole] as const)),
)

const FILLERS = ['band', 'channel', 'layer', 'reflectance', 'nm']

/** Of a band such as 'Red', 'Red edge', 'NIR-842', 'Band 3 (Green)'. 'B4' is another band for each camera. */
export function roleOfBandName(name: string): BandRole | undefined {
  const words = name.toLowerCase().match(/[a-z]+|\d+/g) ?? []
  const hasNumber = words.some(isNumber)
  const letters = words
    .filter((word, at) => !isNumber(word) && !FILLERS.includes(word) && !(word === 'b' && isNumber(words[at + 1])))
    .join('')
  return letters.length <= 2 && hasNumber ? undefined : ROLES.get(letters)
}

const isNumber = (word: string | undefined): boolean => word !== undefined && /^\d/.test(word)

const INTERPRETATIONS = ['red', 'green', 'blue', 'alpha', 'nir', 'rededge']

/** Of GDAL's colour interpretation. */
export const roleOfColour = (colour: string): BandRole | undefined =>
  INTERPRETATIONS.includes(colour) ? ROLES.get(colour) : undefined

/** Whether names only count the bands: 'Band 1', 'ortho_1', or none. */
export const areUnnamed = (names: readonly string[]): boolean =>
  names.every((name) => name === '') ||
  (names.every((name, at) => Number(/\d{1,3}$/.exec(name)?.[0]) === at + 1) &&
    new Set(names.map((name) => name.replace(/(?<!\d)\d+$/, ''))).size === 1)

/** In nanometres: the bands that vegetation indices are made for. */
const CENTRES: Partial<Record<BandRole, number>> = { blue: 475, green: 560, red: 668, redEdge: 717, nir: 842 }
const WAVELENGTH = /(?<!\d)[4-9]\d\d(?!\d)/

/** Of several bands of one light, the one that has it: without a wavelength in its name, or with the usual one. The others are unknown. */
export function withoutDoubles<B extends { role: BandRole; name: string }>(bands: readonly B[]): B[] {
  const distanceOf = ({ role, name }: B): number => {
    const wavelength = WAVELENGTH.exec(name)?.[0]
    return wavelength === undefined ? -1 : Math.abs(Number(wavelength) - (CENTRES[role] ?? 0))
  }
  return bands.map((band) => {
    const rivals = CENTRES[band.role] === undefined ? [] : bands.filter(({ role }) => role === band.role)
    const [first = band, ...others] = rivals
    const best = others.reduce((least, one) => (distanceOf(one) < distanceOf(least) ? one : least), first)
    return best === band ? band : { ...band, role: 'unknown' }
  })
}

const REFLECTANCE = /reflectance[ _-]+(red[ _-]?edge|red|green|gre|blue|nir|reg)(?![a-z])/i
const LAST = /(?<![a-z])(red[ _-]?edge|red|green|gre|blue|nir|reg)\.tiff?$/i

/** Of the only band of a file, as 'trial_transparent_reflectance_red edge.tif', 'result_NIR.tif' or 'trial_index_ndvi.tif' name it. */
export function roleOfFileName(fileName: string): BandRole | undefined {
  const isIndex = wordsOf(fileName).some((word) => INDICES.includes(word))
  const band = (REFLECTANCE.exec(fileName) ?? (isIndex ? null : LAST.exec(fileName)))?.[1]
  if (band !== undefined) return roleOfBandName(band)
  return isIndex ? 'index' : undefined
}

const HEIGHTS = new Set(
  'dsm dtm dem dtem chm ndsm dgm ndom mnt mns mnh mdt mds elevation elevations elev surface terrain height heights hoehe hoehen höhe höhen altitude'.split(
    ' ',
  ),
)
/** Made from heights, or of surfaces in another sense. */
const DERIVED = new Set(
  'slope aspect hillshade shade shaded relief roughness curvature thermal temperature temp lst lwir reflectance'.split(
    ' ',
  ),
)
const QUANTITIES = new Set('yield biomass moisture nitrogen density intensity count prescription protein'.split(' '))

export type HeightName = 'heights' | 'no heights' | 'unknown'

/** Whether a file's name says that it holds heights. */
export function heightsByName(fileName: string): HeightName {
  const words = wordsOf(fileName)
  if (words.some((word) => DERIVED.has(word) || INDICES.includes(word))) return 'no heights'
  if (words.some((word) => HEIGHTS.has(word))) return 'heights'
  return words.some((word) => QUANTITIES.has(word)) ? 'no heights' : 'unknown'
}

/** Of the ground without what stands on it. */
const TERRAIN = new Set('dtm dgm mnt mdt terrain'.split(' '))

/** Whether the name of a file or of its band says that it is a model of the ground without plants. */
export const isTerrainByName = (name: string): boolean => wordsOf(name).some((word) => TERRAIN.has(word))

const wordsOf = (fileName: string): string[] =>
  fileName
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
