import { RAMPS, type Rgb, rampColour } from '#imagery/rasters/ramps.ts'

const CLASSES = 5

/** A style of QGIS that colours polygons by a column. */
export const qgisStyle = (column: string, limits: readonly [number, number]): string =>
  `<!DOCTYPE qgis><qgis version="3.22" styleCategories="Symbology">${graduatedRenderer(column, limits)}</qgis>`

/** In equal classes between two limits. */
export function graduatedRenderer(column: string, [low, high]: readonly [number, number]): string {
  const edge = (at: number): number => low + ((high - low) * at) / CLASSES
  const ranges = Array.from({ length: CLASSES }, (_, at) => {
    // Values beyond the limits belong to the outer classes.
    const from = at === 0 ? -1e300 : edge(at)
    const to = at === CLASSES - 1 ? 1e300 : edge(at + 1)
    return `<range render="true" symbol="${at}" lower="${from}" upper="${to}" label="${text(edge(at))} to ${text(edge(at + 1))}"/>`
  })
  const symbols = Array.from({ length: CLASSES }, (_, at) => {
    const colour = rampColour(RAMPS.canopy, at / (CLASSES - 1))
    return `<symbol type="fill" name="${at}" alpha="1"><layer class="SimpleFill" enabled="1"><prop k="color" v="${rgba(colour)}"/><prop k="outline_color" v="21,47,74,255"/><prop k="outline_width" v="0.2"/><prop k="style" v="solid"/></layer></symbol>`
  })
  const attribute = `&quot;${column.replaceAll(/["&<>]/g, '')}&quot;`
  return `<renderer-v2 type="graduatedSymbol" attr="${attribute}" graduatedMethod="GraduatedColor" symbollevels="0" enableorderby="0"><ranges>${ranges.join('')}</ranges><symbols>${symbols.join('')}</symbols></renderer-v2>`
}

const rgba = ([red, green, blue]: Rgb): string => `${red},${green},${blue},255`

const text = (value: number): string => String(Number(value.toPrecision(4)))
