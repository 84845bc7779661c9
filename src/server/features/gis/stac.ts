import type { TrialAddresses } from '#contract/trial-addresses.ts'
import { brand } from '#domain/brand.ts'
import { rectangleOf } from '#imagery/geojson/write-geometry.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import { timeStampOf } from '../trials/flights/time-stamp.ts'
import type { TrialLayer } from './trial-layers.ts'

// SpatioTemporal Asset Catalog, version 1.0.0: a trial is a collection, a flight an item. https://stacspec.org

const VERSION = '1.0.0'
const COG = 'image/tiff; application=geotiff; profile=cloud-optimized'
const WEB_MAP_LINKS = 'https://stac-extensions.github.io/web-map-links/v1.2.0/schema.json'

type Of = { trial: Trial; layers: readonly TrialLayer[]; addresses: TrialAddresses }
type Box = readonly [number, number, number, number]

const itemAddress = ({ stac }: TrialAddresses, flightId: string): string =>
  stac.replace(/stac\.json$/, `flights/${flightId}.json`)

export function stacCollection({ trial, layers, addresses }: Of) {
  const flights = Map.groupBy(layers, ({ flightId }) => flightId)
  const boxes = layers.flatMap(({ facts }) => (facts.bounds ? [facts.bounds] : []))
  const times = layers.map(timeStampOf).toSorted()
  return {
    type: 'Collection',
    stac_version: VERSION,
    id: trial.id,
    title: trial.name,
    description: `Drone flights over the trial ${trial.name}`,
    license: 'proprietary',
    keywords: trial.crop === null ? [] : [trial.crop],
    providers: [{ name: brand.name, roles: ['processor', 'host'] }],
    extent: {
      spatial: { bbox: [around(boxes)] },
      temporal: { interval: [[times[0] ?? null, times.at(-1) ?? null]] },
    },
    links: [
      { rel: 'self', type: 'application/json', href: addresses.stac },
      { rel: 'root', type: 'application/json', href: addresses.stac },
      ...[...flights.keys()].map((id) => ({
        rel: 'item',
        type: 'application/geo+json',
        href: itemAddress(addresses, id),
      })),
    ],
    assets: {
      plots: { href: addresses.plots, type: 'application/geo+json', title: 'Plots with their values', roles: ['data'] },
      codebook: { href: addresses.codebook, type: 'text/csv', title: 'What the values are', roles: ['metadata'] },
    },
  }
}

/** Undefined for another flight. */
export function stacItem({ trial, layers: all, addresses }: Of, flightId: string) {
  const layers = all.filter((layer) => layer.flightId === flightId)
  const [first] = layers
  if (!first) return undefined
  const bbox = layers.find(({ facts }) => facts.bounds)?.facts.bounds
  const addressOf = (fileId: string) => addresses.layers.find((layer) => layer.fileId === fileId)
  const tiles = layers.flatMap(({ fileId, kind }) => {
    const href = addressOf(fileId)?.tiles
    return href ? [{ rel: 'tilejson', type: 'application/json', title: kind, href }] : []
  })
  const collection = { type: 'application/json', href: addresses.stac }
  return {
    type: 'Feature',
    stac_version: VERSION,
    stac_extensions: tiles.length > 0 ? [WEB_MAP_LINKS] : [],
    id: flightId,
    collection: trial.id,
    geometry: bbox ? rectangleOf(bbox) : null,
    ...(bbox && { bbox }),
    properties: { datetime: timeStampOf(first), title: `${trial.name} on ${first.moment}` },
    links: [
      { rel: 'self', type: 'application/geo+json', href: itemAddress(addresses, flightId) },
      ...['root', 'parent', 'collection'].map((rel) => ({ rel, ...collection })),
      ...tiles,
    ],
    assets: Object.fromEntries(
      layers.map(({ fileId, kind, facts }) => [
        kind,
        {
          href: addressOf(fileId)?.url ?? '',
          type: COG,
          title: kind,
          roles: ['data'],
          ...(facts.gsdCm !== null && { gsd: facts.gsdCm / 100 }),
        },
      ]),
    ),
  }
}

const WHOLE_EARTH: Box = [-180, -90, 180, 90]

const around = (boxes: readonly Box[]): Box =>
  boxes.length === 0
    ? WHOLE_EARTH
    : [
        Math.min(...boxes.map(([west]) => west)),
        Math.min(...boxes.map(([, south]) => south)),
        Math.max(...boxes.map(([, , east]) => east)),
        Math.max(...boxes.map(([, , , north]) => north)),
      ]
