// What the names of bands and files say, as the usual programs write them.
import type { BandRole } from '#domain/maps.ts'

const INDICES =
  'ndvi ndre gndvi bndvi savi osavi msavi evi vari gli exg exgr ngrdi tgi ndwi ndmi mcari cire lai index'.split(' ')

/** GDAL's descriptions of bands, in lower-case letters. */
const ROLES = new Map<string, BandRole>([
  ['r', 'red'],
  ['red', 'red'],
  ['g', 'green'],
  ['green', 'green'],
  ['b', 'blue'],
  ['blue', 'blue'],
  ['nir', 'nir'],
  ['n', 'nir'],
  ['nearir', 'nir'],
  ['nearinfrared', 'nir'],
  ['rededge', 'redEdge'],
  ['re', 'redEdge'],
  ['lwir', 'thermal'],
  ['thermal', 'thermal'],
  ['alpha', 'alpha'],
  ['dsm', 'elevation'],
  ['dtm', 'elevation'],
  ['dem', 'elevation'],
  ['elevation', 'elevation'],
  ['height', 'elevation'],
  ...INDICES.map((name) => [name, 'index'] as const),
])

/** Of a band such as 'Red', 'Red edge', 'Rededge', 'NIR-842'. 'B4' is another band for each camera. */
export function roleOfBandName(name: string): BandRole | undefined {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '')
  return letters.length <= 2 && /\d/.test(name) ? undefined : ROLES.get(letters)
}

const REFLECTANCE = /reflectance[ _-]+(red[ _-]?edge|red|green|blue|nir)(?![a-z])/i

/** Of the only band of a file, as 'trial_transparent_reflectance_red edge.tif' or 'trial_index_ndvi.tif' name it. */
export function roleOfFileName(fileName: string): BandRole | undefined {
  const band = REFLECTANCE.exec(fileName)?.[1]
  if (band !== undefined) return roleOfBandName(band)
  return wordsOf(fileName).some((word) => INDICES.includes(word)) ? 'index' : undefined
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

const wordsOf = (fileName: string): string[] =>
  fileName
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
