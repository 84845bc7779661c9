// What the archive has that it should not have, in the words of its inspection.
import type { Hazard } from '#domain/archive/inspection.ts'
import { describeWarnings } from '#domain/archive/messages.ts'
import type { CheckSeverity } from '#domain/flights.ts'
import { counted } from '#domain/units.ts'
import { type Check, combined, finding, listed, type Said } from './check.ts'

const STOPS: readonly Hazard[] = ['damaged', 'split', 'too-large', 'bomb', 'outside']
const NOTES: readonly Hazard[] = ['unchecked', 'backslashes']

/** Without any photo, one that is itself an archive, or encrypted, has them. */
const HIDES: readonly Hazard[] = ['nested', 'encrypted']

export const archive: Check = ({ others: { inspection, hazardous }, photos, read }) => {
  const hazards = Object.keys(inspection.hazards) as Hazard[]
  const isHidden = hazards.some((hazard) => HIDES.includes(hazard)) && (photos.length === 0 || read.length === 0)
  const isStop = isHidden || hazards.some((hazard) => STOPS.includes(hazard))
  const severity: CheckSeverity = isStop
    ? 'stop'
    : hazards.every((hazard) => NOTES.includes(hazard))
      ? 'inform'
      : 'warn'
  const texts = describeWarnings(inspection)
  if (texts.length === 0) return undefined
  const advice = severity === 'inform' ? [] : ['Create the archive again from the folder with the photos.']
  const message = [...texts, ...advice.filter(() => !texts.some((text) => /again|one archive/.test(text)))].join(' ')
  return finding({ id: 'archive', severity, message, photos: hazardous.map((name) => ({ name })) })
}

export const otherFiles: Check = ({ others: { junk, videos } }) => {
  const said: Said[] = []
  if (junk.count > 0)
    said.push({
      severity: 'inform',
      text: `${counted(junk.count, 'file')} ${junk.count === 1 ? 'was' : 'were'} added by the computer (${listed(junk.first.map((name) => name.slice(name.lastIndexOf('/') + 1)))}). They do no harm.`,
    })
  if (videos.count > 0)
    said.push({
      severity: 'inform',
      text: `${counted(videos.count, 'file')} ${videos.count === 1 ? 'is' : 'are'} of videos, which are not used. Without them, sending is faster.`,
    })
  const names = [...junk.first, ...videos.first].map((name) => ({ name }))
  const check = combined('other-files', said)
  return check && finding({ ...check, photos: names })
}
