// What the columns of a table of points hold, by the words of its heading.

export const COLUMN_ROLES = ['label', 'photo', 'lon', 'lat', 'x', 'y', 'z', 'crs'] as const
export type ColumnRole = (typeof COLUMN_ROLES)[number]

export type Heading = {
  columns: Partial<Record<ColumnRole, number>>
  /** Of a unit of x and y, and of z; null where words say nothing. */
  metresPerUnit: number | null
  heightMetres: number
  /** It lists plots or values of them. */
  isOfPlots: boolean
}

/** How well something is known, and how a camera looked. */
const NO_PLACE = /accura|error|std|stdev|sigma|\bsd\b|rms|\bdev\b|varian|precision|\bacc\b|yaw|pitch|roll|offset|scale/
const PLOTS = /\b(?:plots?|parcell?e|parzelle|genotypes?|variety|cultivar|entry|yield|treatment|rep|block|row|range)\b/
const ROLES: readonly (readonly [ColumnRole, RegExp])[] = [
  ['crs', /^(?:cs|cs name|crs|srs|srid|epsg|epsg code|coordinate system|koordinatensystem)$/],
  ['lat', /\b(?:lat|latitude|breite|breitengrad|latitud)\b/],
  ['lon', /\b(?:lon|long|lng|longitude|länge|laenge|längengrad|longitud)\b/],
  ['x', /^(?:x|e|xcoord|coordx)$|\b(?:point x|x coord|coord x|easting|east|rechtswert|ostwert|este|est|leste|oost)\b/],
  ['y', /^(?:y|n|ycoord|coordy)$|\b(?:point y|y coord|coord y|northing|north|hochwert|nordwert|norte|nord|noord)\b/],
  [
    'z',
    /^(?:z|h)$|\b(?:point z|elev|elevation|height|hgt|alt|altitude|ellh|z|höhe|hoehe|cota|quota|hoogte|altitud|altura|hauteur)\b/,
  ],
  ['photo', /\b(?:image|images|imagename|photo|picture|filename|file name|bild)\b/],
  [
    'label',
    /\b(?:label|name|id|point|pt|gcp|marker|target|station|no|nr|number|punkt|nummer|pointname|pointid|ptid)\b/,
  ],
]

const FOOT = 0.3048
const SURVEY_FOOT = 1200 / 3937
const FEET = /\b(?:ft|feet|foot|ftus|usft|us ft|ussurveyfoot|sft)\b/
const SURVEY_FEET = /\b(?:ftus|usft|us ft|us survey|ussurveyfoot|sft)\b/
const METRES = /\b(?:m|metre|metres|meter|meters)\b/

/** Of a coordinate system, behind the name of a column. */
const CODE = /\bepsg:? ?\d{4,6}\b/

/** Undefined for a row without words for both coordinates. */
export function readHeading(row: readonly string[]): Heading | undefined {
  const words = row.map((cell) =>
    cell
      .slice(0, 100)
      .toLowerCase()
      .replace(CODE, ' ')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
  const columns: Heading['columns'] = {}
  for (const [at, text] of words.entries()) {
    const role = NO_PLACE.test(text) ? undefined : ROLES.find(([, pattern]) => pattern.test(text))?.[0]
    if (role !== undefined) columns[role] ??= at
  }
  const hasPlaces =
    (columns.lat !== undefined && columns.lon !== undefined) || (columns.x !== undefined && columns.y !== undefined)
  if (!hasPlaces) return undefined
  const unitOf = (at: number | undefined): number | null => {
    const text = at === undefined ? '' : (words[at] ?? '')
    if (FEET.test(text)) return SURVEY_FEET.test(text) ? SURVEY_FOOT : FOOT
    return METRES.test(text) ? 1 : null
  }
  return {
    columns,
    metresPerUnit: unitOf(columns.x),
    heightMetres: unitOf(columns.z) ?? 1,
    isOfPlots: words.some((text) => PLOTS.test(text)),
  }
}

/** A heading that Agisoft Metashape wrote. */
export const isOfAgisoft = (row: readonly string[]): boolean =>
  row.some((cell) => /^#?label$/i.test(cell)) &&
  row.some((cell) => /^(?:x|y)\/(?:longitude|easting|latitude|northing)/i.test(cell))
