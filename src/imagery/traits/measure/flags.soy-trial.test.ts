// What warnings say of a real trial of soybeans, from closed canopies to ripe plots. Collected only when SOY_TRIAL names its folder.
import { expect, test } from 'vitest'
import { insetPolygon } from '../../plots/inset.ts'
import { toPixels } from '../../plots/pixel-coverage.ts'
import { movePositions, type Polygon } from '../../plots/polygon.ts'
import { flagsOfPlot } from './flags.ts'
import { hasClearRows, watchPlants } from './grid-fit.ts'
import { type MaskRule, maskRule } from './masks.ts'
import { measurePlots } from './measure-plots.ts'
import { openSoyFlight, soyFlights, soyPlots } from './testing/soy-trial.ts'

const GSD_CM = 2.7
const BUFFER = 0.2
const MASK = maskRule('exg') as MaskRule

/** The numbers of plots that a neighbour grows into. */
async function bleeding(file: string): Promise<number[]> {
  const { layer, transform, close } = await openSoyFlight(file)
  const measure = (polygons: readonly Polygon[]) =>
    measurePlots(
      layer(),
      polygons.map((polygon) => toPixels(polygon, transform)),
      { traits: [], mask: MASK },
    )
  const whole = await soyPlots()
  const inner = whole.map((plot) => insetPolygon(plot, { ends: BUFFER, sides: BUFFER }) ?? [])
  const plots = await measure(inner)
  const rings = await measure(whole.map(([outline = []], at) => [[...outline, ...(inner[at]?.flat() ?? [])]]))
  await close()
  return plots.flatMap((plot, at) => {
    const flags = flagsOfPlot({ plot, dark: null, isMaskFallback: false, ring: rings[at] ?? null, gsdCm: GSD_CM })
    return flags.includes('NEIGHBOUR_BLEED') ? [at + 1] : []
  })
}

/** With some plots moved along their rows, in metres: across them, closed canopies look alike. */
async function fitOf(file: string, moved: Record<number, number> = {}) {
  const { layer, transform, close } = await openSoyFlight(file)
  const plots = (await soyPlots()).map((plot, at) =>
    toPixels(
      movePositions(plot, ([x, y]) => [x + (moved[at + 1] ?? 0), y]),
      transform,
    ),
  )
  const watch = watchPlants(plots, layer(), MASK)
  await measurePlots(watch.over(layer()), plots, { traits: [], mask: MASK, edgeMargin: 40 })
  await close()
  const fit = watch.fit()
  return fit && { ...fit, misfits: fit.isMisfit.flatMap((isMisfit, at) => (isMisfit ? [at + 1] : [])) }
}

test('only ripe plots beside green ones are flagged as grown into', async () => {
  const found = await Promise.all((await soyFlights()).map(bleeding))
  expect(found).toEqual([[], [], [4, 9], [9], [], [12], []])
})

test('rows are clearest on the first flight, where no plot lies beside its plants, and moved ones are found', async () => {
  const files = await soyFlights()
  const fits = await Promise.all(files.map((file) => fitOf(file)))
  const contrasts = fits.map((fit) => fit?.contrast ?? 0)
  expect(contrasts.indexOf(Math.max(...contrasts))).toBe(0)
  expect(fits.map((fit) => fit && hasClearRows(fit))).toEqual([true, true, true, false, false, false, false])
  expect(fits[0]?.misfits).toEqual([])
  const moved = await fitOf(files[0] ?? '', { 3: 1, 22: -1 })
  expect(moved?.misfits).toEqual([3, 22])
})
