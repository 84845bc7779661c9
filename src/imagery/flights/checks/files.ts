// Whether the photos are whole, and each is there once.
import { percent } from '#domain/flights.ts'
import { type Check, combined, finding, listed, photosText, photosThat, type Said, severityOf } from './check.ts'

const [FEW_STOP, FEW_WARN] = [3, 20]

export const fewPhotos: Check = ({ photos }) => {
  if (photos.length >= FEW_WARN) return undefined
  return finding({
    id: 'few-photos',
    severity: photos.length < FEW_STOP ? 'stop' : 'warn',
    message: `There ${photos.length === 1 ? 'is' : 'are'} ${photosText(photos.length)}. A field takes ${FEW_WARN} or more that overlap. Check that the archive holds the whole flight.`,
  })
}

const DAMAGED = { stop: 0.02, warn: 0 }

export const unreadable: Check = ({ photos }) => {
  const found = photos.filter(({ photo }) => photo === null || photo.isDamaged)
  const severity = severityOf(found.length / photos.length, DAMAGED)
  if (!severity) return undefined
  const groups = [...Map.groupBy(found, ({ obstacle }) => obstacle)]
  const said = groups.map(([obstacle, alike]): Said => {
    const text =
      obstacle === undefined
        ? `${photosText(alike.length)} can't be read. Copy them from the memory card again. Only JPEG, TIFF and DNG photos can be looked at here.`
        : `${photosThat(alike.length, 'is', 'are')} ${obstacle}`
    return { severity, text, photos: alike }
  })
  return combined('unreadable', said)
}

export const maps: Check = ({ maps: found, photos }) => {
  const [first] = found
  if (!first) return undefined
  const names = first.name === '' ? 'This file' : listed(found.map(({ name }) => fileOf(name)))
  const [are, them] =
    found.length === 1
      ? ['is a finished map with a place on Earth, not a photo', 'it']
      : ['are finished maps with a place on Earth, not photos', 'them']
  return finding({
    id: 'maps',
    severity: photos.length === 0 ? 'stop' : 'warn',
    message: `${names} ${are}. No map can be made of ${them}: take ${them} out of the archive, and add ${them} under Maps, where trials can use ${them}.`,
    photos: found,
  })
}

export const cutOff: Check = ({ photos }) => {
  const found = photos.filter(({ photo }) => photo?.isCutOff)
  const severity = severityOf(found.length / photos.length, DAMAGED)
  if (!severity) return undefined
  const message = `${photosThat(found.length, 'ends', 'end')} too early. Copy them from the memory card again.`
  return finding({ id: 'cut-off', severity, message, photos: found })
}

const fileOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

export const sameNames: Check = ({ photos }) => {
  const found = [...Map.groupBy(photos, ({ name }) => fileOf(name).toLowerCase()).values()]
    .filter((group) => group.length > 1)
    .flat()
  if (found.length === 0) return undefined
  return finding({
    id: 'same-names',
    severity: 'warn',
    message: `${photosThat(found.length, 'has', 'have')} the same name as one of another folder. They are kept apart here. Rename them if you use another program that puts all photos into one folder.`,
    photos: found,
  })
}

export const sameContent: Check = ({ photos }) => {
  const known = photos.filter(({ bytes, crc32 }) => bytes > 0 && crc32 !== 0)
  const groups = [...Map.groupBy(known, ({ bytes, crc32 }) => `${bytes} ${crc32}`).values()]
  const found = groups.flatMap((group) => group.slice(1))
  if (found.length === 0) return undefined
  const message = `${photosThat(found.length, 'is a copy', 'are copies')} of others, ${percent(found.length / photos.length)} of all. Take the copies out of the archive.`
  return finding({ id: 'same-content', severity: 'warn', message, photos: found })
}

const EDITORS = /photoshop|lightroom|photo viewer|gimp|snapseed|picasa|paint|affinity|capture one|windows photo/i
const MESSENGERS = /whatsapp|telegram|signal-|fb_img/i

export const edited: Check = ({ read }) => {
  const found = read.filter(({ name, photo }) => {
    const { software, statedWidth, statedHeight, width, height } = photo
    const isResized =
      statedWidth !== null && statedHeight !== null && width !== null && height !== null
        ? Math.max(statedWidth, statedHeight) !== Math.max(width, height)
        : false
    return EDITORS.test(software ?? '') || MESSENGERS.test(name) || isResized
  })
  if (found.length === 0) return undefined
  return finding({
    id: 'edited',
    severity: 'warn',
    message: `${photosThat(found.length, 'was', 'were')} edited or made smaller after the flight. Colours and sizes may be wrong. Send the photos as the camera wrote them.`,
    photos: found,
  })
}
