// What a column of another tool's table may be, by its name. A person decides.
import { unitInName } from '#domain/trial-words.ts'
import { type SCOPES, STATISTICS } from '#domain/trials.ts'

export type Guess = {
  /** Ids of traits that the name can mean, the likeliest first. */
  traits: readonly string[]
  stat: (typeof STATISTICS)[number]
  scope: (typeof SCOPES)[number]
  /** A date such as 2026-07-01. */
  date: string | undefined
  /** Of `NGRDI.2` the second copy after `NGRDI`, as R numbers columns of one name. */
  copy: number | undefined
}

/**
 * In lower case, without marks, the names of each trait; of a name for several, the likeliest comes first. Names of FIELDimageR and its
 * plug-in for QGIS, WebODM, and those of the literature.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  HUE_FR: ['hue', 'huefr'],
  hue: ['hue'],
  SAVI: ['savi'],
  NGRDI: ['mpri', 'vig', 'grvi', 'savi'],
  SCI: ['ri'],
  SI: ['ikaw'],
  NGBDI: ['ndyi'],
  BI: ['bim'],
  TGI: ['tgi'],
  TGI_dn: ['tgi'],
  ExG: ['egi'],
  SR: ['rvi'],
  CIgreen: ['ci', 'cig'],
  CIrededge: ['cire'],
  canopyCover: 'canopy cover coverpct canopypct canopycoverpct percentage areapercentage fieldarea objarea'.split(' '),
  canopyHeight: ['eph', 'chm', 'height', 'plantheight'],
  canopyVolume: ['cvm', 'volume', 'biomass'],
}

const DATE = /(?:^|[\s_.@-]|x)((?:19|20)\d{2})[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)/i
const COPY = /\.(\d{1,2})$/
const STATS: Readonly<Record<string, Guess['stat']>> = {
  ...Object.fromEntries(STATISTICS.map((stat) => [stat.replace('_pct', ''), stat])),
  average: 'mean',
  avg: 'mean',
  std: 'sd',
  stdev: 'sd',
  minimum: 'min',
  maximum: 'max',
  q50: 'median',
  ...Object.fromEntries(['05', '10', '25', '75', '90', '95', '99'].map((part) => [`q${part}`, `p${part}` as const])),
}
const PLANTS = ['veg', 'vegetation', 'plants', 'plant', 'masked']

/** `traits` are the ids that are known. `usual` says what a trait is when its name doesn't: statistic and pixels. */
export function guessOf(
  name: string,
  traits: readonly string[],
  usual: (trait: string) => Pick<Guess, 'stat' | 'scope'>,
): Guess {
  const dated = DATE.exec(name)
  const undated = dated ? name.replace(dated[0], '') : name
  const copy = COPY.exec(undated)?.[1]
  const words = undated
    .replace(COPY, '')
    .toLowerCase()
    .split(/[\s_.@-]+/)
    .filter(Boolean)
  // VEG is an index, too.
  const unitless = words.filter((word, at) => at === 0 || !UNITS.has(word))
  const named = [
    words,
    ...[words, unitless].flatMap((some) => [
      some.filter((word) => !isOf(word)),
      some.filter((word) => !Object.hasOwn(STATS, word)),
    ]),
    unitless,
  ].find((some) => namesIn(some.join(''), traits))
  const found = (named && namesIn(named.join(''), traits)) ?? []
  const rest = found.length > 0 ? words.filter((word) => isOf(word) && !named?.includes(word)) : []
  const stat = rest.map((word) => STATS[word]).find((one) => one !== undefined)
  const [first] = found
  const given = first === undefined ? ({ stat: 'mean', scope: 'all' } as const) : usual(first)
  return {
    traits: found,
    stat: stat ?? given.stat,
    scope: rest.some((word) => PLANTS.includes(word)) ? 'veg' : given.scope,
    date: dated ? `${dated[1]}-${dated[2]}-${dated[3]}` : undefined,
    copy: copy === undefined ? undefined : Number(copy),
  }
}

/** Of our own headings. */
const UNITS = new Set(
  ['%', 'degrees', 'digital numbers', 'm', 'm3/m2'].flatMap((unit) => unitInName(unit).toLowerCase().split('_')),
)

/** Whether a word says which statistic or which pixels. */
const isOf = (word: string): boolean => Object.hasOwn(STATS, word) || PLANTS.includes(word) || word === 'all'

function namesIn(word: string, traits: readonly string[]): readonly string[] | undefined {
  const meant = Object.keys(OTHER_NAMES).filter((id) => OTHER_NAMES[id]?.includes(word))
  if (meant.length > 0) return meant.filter((id) => traits.includes(id))
  const same = traits.filter((id) => id.toLowerCase().replaceAll('_', '') === word)
  return same.length > 0 ? same : undefined
}
