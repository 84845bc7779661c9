// KML: placemarks with polygons, in longitude and latitude.
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { readXml } from '../xml/read-xml.ts'
import {
  type Budget,
  createBudget,
  damaged,
  type LayerContent,
  LON_LAT,
  type PlotFeature,
  type PlotShape,
} from './plot-file.ts'

/** Of elements in one another. */
const DEPTH_MAX = 100
const TEXT_MAX = 1_000
const SHAPES = ['Point', 'LineString', 'Model', 'Track', 'MultiTrack']
const RING = 'LinearRing'

type Placemark = {
  id: string | undefined
  properties: Record<string, unknown>
  shapes: PlotShape[]
  rings: number[][][]
}

/** @throws UnreadablePlots */
export function readKml(xml: string): Omit<LayerContent, 'notes'> {
  const budget = createBudget()
  const features: PlotFeature[] = []
  const path: string[] = []
  let placemark: Placemark | undefined
  let [text, field] = ['', '']
  let isComplete = false
  const finish = {
    name: () => {
      // Named beside `plot_id` and others of the data, which say it better.
      if (placemark && path.at(-2) === 'Placemark') placemark.properties['plot_name'] = text.trim()
    },
    value: () => setField(placemark, field, text),
    SimpleData: () => setField(placemark, field, text),
    coordinates: () => {
      const shape = placemark?.shapes.at(-1)
      // The outer ring of a polygon may stand behind the holes.
      if (placemark && path.includes('outerBoundaryIs')) placemark.rings.unshift(ringOf(text, budget))
      else if (placemark && path.includes('Polygon')) placemark.rings.push(ringOf(text, budget))
      else if (shape && path.at(-2) === 'Point') shape.coordinates = ringOf(text, budget)[0]
    },
    Polygon: () => {
      placemark?.shapes.push({ type: 'Polygon', coordinates: placemark.rings })
      if (placemark) placemark.rings = []
    },
    Placemark: () => {
      if (placemark) features.push(featureOf(placemark))
      placemark = undefined
    },
    kml: () => {
      isComplete = true
    },
  }
  readXml(xml, {
    open: (element, attributes) => {
      path.push(element)
      if (path.length > DEPTH_MAX) throw new UnreadablePlots('The elements of this KML file are nested too deeply.')
      if (element === 'Placemark') {
        budget.feature()
        placemark = { id: attributes['id'], properties: {}, shapes: [], rings: [] }
      }
      if (element === 'Data' || element === 'SimpleData') field = attributes['name'] ?? ''
      if (SHAPES.includes(element)) placemark?.shapes.push({ type: element })
      if (element === RING && !path.includes('Polygon')) placemark?.shapes.push({ type: 'LineString' })
      text = ''
    },
    text: (part) => {
      text += part
    },
    close: (element) => {
      if (isStep(element)) finish[element]()
      path.pop()
      text = ''
    },
  })
  function isStep(element: string): element is keyof typeof finish {
    return Object.hasOwn(finish, element)
  }
  if (!isComplete) throw damaged('KML file')
  return { crs: LON_LAT, features }
}

function setField(placemark: Placemark | undefined, field: string, text: string): void {
  if (placemark && field !== '' && field !== '__proto__') placemark.properties[field] = text.trim().slice(0, TEXT_MAX)
}

/** `lon,lat[,height]`, with spaces between the points. People write them behind commas, too. */
function ringOf(text: string, budget: Budget): number[][] {
  const points = text
    .trim()
    .split(/\s+/)
    .join(' ')
    .replaceAll(' ,', ',')
    .replaceAll(', ', ',')
    .split(' ')
    .filter((part) => part !== '')
  budget.points(points.length)
  return points.map((point) => {
    const [lon = '', lat = ''] = point.split(',')
    return [numberOf(lon), numberOf(lat)]
  })
}

const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text))

function featureOf({ id, properties, shapes }: Placemark): PlotFeature {
  const [first = null, ...others] = shapes
  const geometry = others.length === 0 ? first : { type: 'GeometryCollection', geometries: shapes }
  return { type: 'Feature', id, properties, geometry }
}
