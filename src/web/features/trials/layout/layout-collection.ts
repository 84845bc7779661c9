import { z } from 'zod'
import type { LaidOutPlot } from '#imagery/plots/layout.ts'

const known = z.object({ features: z.array(z.object({ properties: z.record(z.string(), z.unknown()) })) })

/** A millimetre. */
const DIGITS = 3

/** Plots keep what is known of the one with the same id: genotype, entry and the like. */
export function layoutCollection(plots: readonly LaidOutPlot[], epsg: number, before: object | undefined) {
  const { data } = known.safeParse(before)
  const propertiesOf = new Map(data?.features.map(({ properties }) => [properties['plotId'], properties]))
  return {
    type: 'FeatureCollection' as const,
    crs: { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${epsg}` } },
    features: plots.map(({ plotId, row, column, ring }) => {
      const { plotId: _, number: __, ...kept } = propertiesOf.get(plotId) ?? {}
      return {
        type: 'Feature',
        properties: { ...kept, plot_id: plotId, row, column },
        geometry: {
          type: 'Polygon',
          coordinates: [[...ring, ...ring.slice(0, 1)].map((point) => point.map((at) => Number(at.toFixed(DIGITS))))],
        },
      }
    }),
  }
}
