import { brand } from '#domain/brand.ts'
import { markup } from '#domain/markup.ts'
import { LAYER_NAMES } from '#domain/trial-words.ts'
import { zoomsOf } from '#imagery/tiles/web-mercator.ts'
import type { Trial } from '../../../adapters/db/schema.ts'
import type { TrialLayer } from '../trial-layers.ts'

// https://github.com/mapbox/tilejson-spec/tree/master/3.0.0

/** The address of an index of a map, by that of the map. */
export const tilesOfIndex = (tiles: string, index: string): string =>
  tiles.replace(/tiles\.json$/, `${index}/tiles.json`)

type Of = { trial: Pick<Trial, 'name'>; layer: TrialLayer; index: string | undefined }

/** `address` is its own. Undefined for a map without a place. */
export function tileJson({ trial, layer, index }: Of, address: string) {
  const { kind, moment, fileName, facts } = layer
  const zooms = zoomsOf(facts)
  if (!zooms || !facts.bounds) return undefined
  const [west, , east] = facts.bounds
  const name = `${index ?? LAYER_NAMES[kind]} on ${moment}`
  return {
    tilejson: '3.0.0',
    name,
    description: `${trial.name}: ${name}, from ${fileName}`,
    // Web maps show it as markup.
    attribution: markup`${brand.name}`.text,
    scheme: 'xyz',
    tiles: [address.replace(/tiles\.json$/, '{z}/{x}/{y}.png')],
    ...zooms,
    // They may not lie on both sides of 180 degrees.
    ...(west < east && { bounds: facts.bounds }),
  }
}
