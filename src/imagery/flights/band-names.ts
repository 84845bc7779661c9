// The band and the capture of a photo by the name of its file, as cameras write it.
import type { Band } from '../photos/photo.ts'
import type { ArchivePhoto } from './archive-photos.ts'

type Named = Pick<Band, 'name' | 'capture'>

const P4M_BANDS = ['Blue', 'Green', 'Red', 'RedEdge', 'NIR']
const P4M_MODEL = /FC6360/i
const P4M = /^(dji_\d{3})([1-5])\.tiff?$/i
/** Mavic 3 Multispectral. */
const M3M = /^(dji_.{0,40}_\d{4})_ms_(g|r|re|nir)\.tiff?$/i
const M3M_BANDS: Readonly<Record<string, string>> = { G: 'Green', R: 'Red', RE: 'RedEdge', NIR: 'NIR' }
const SEQUOIA = /^(img_\d{6}_\d{6}_\d{4})_(gre|red|reg|nir|rgb)\.(?:tiff?|jpe?g)$/i
const SEQUOIA_BANDS: Readonly<Record<string, string>> = {
  GRE: 'Green',
  RED: 'Red',
  REG: 'Red edge',
  NIR: 'NIR',
  RGB: 'Red, Green, Blue',
}
const MICASENSE = /^(img_\d{4})_(\d{1,2})\.tiff?$/i

/** Names are those of the folder where they lie: cameras count anew in each. */
export function bandByName(path: string, model: string | null): Named | null {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const file = path.slice(folder.length)
  const named = (capture = '', name: string | undefined): Named | null =>
    name === undefined ? null : { name, capture: folder + capture.toLowerCase() }
  const [, phantom, number] = (P4M_MODEL.test(model ?? '') && P4M.exec(file)) || []
  if (phantom) return named(phantom, P4M_BANDS[Number(number) - 1])
  const [, mavic, letters = ''] = M3M.exec(file) ?? []
  if (mavic) return named(mavic, M3M_BANDS[letters.toUpperCase()])
  const [, sequoia, short = ''] = SEQUOIA.exec(file) ?? []
  if (sequoia) return named(sequoia, SEQUOIA_BANDS[short.toUpperCase()])
  const [, image, band] = MICASENSE.exec(file) ?? []
  return image ? named(image, `Band ${band}`) : null
}

/** What tags say counts; a name fills in the rest. */
export function withBandByName<T extends ArchivePhoto>(one: T): T {
  const { photo, name } = one
  const named = photo && (photo.band?.name == null || photo.band.capture === null) && bandByName(name, photo.model)
  if (!photo || !named) return one
  const nothing: Band = { name: null, wavelengthNm: null, rigIndex: null, capture: null, hasIrradiance: false }
  const band = photo.band ?? nothing
  return {
    ...one,
    photo: { ...photo, band: { ...band, name: band.name ?? named.name, capture: band.capture ?? named.capture } },
  }
}
