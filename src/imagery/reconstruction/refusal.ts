/** What keeps the preview from making a map that would be wrong. */
export type Gate =
  | 'few-photos'
  | 'many-photos'
  | 'no-positions'
  | 'other-positions'
  | 'no-lens'
  | 'not-straight-down'
  | 'single-line'
  | 'two-places'
  | 'no-overlap'
  | 'not-joined'
  | 'reprojection'
  | 'focal-length'
  | 'tilt'
  | 'position-fit'

/** For people: what is wrong, and what helps. */
export type Refusal = { gate: Gate; message: string; advice: string }

const FARM = 'A processing node of the farm can do more with such photos.'

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / Math.max(1, whole))} %`

/** Words of each gate. */
export const refuse = {
  fewPhotos: (usable: number, min: number): Refusal => ({
    gate: 'few-photos',
    message: `${usable === 0 ? 'None' : `Only ${usable}`} of the photos can be used, and a map takes at least ${min}.`,
    advice:
      'Hand in all photos of the flight, as the camera wrote them. What was left out, and why, is listed in the report.',
  }),
  manyPhotos: (photos: number, max: number): Refusal => ({
    gate: 'many-photos',
    message: `There are ${photos} photos; the preview takes up to ${max}.`,
    advice: FARM,
  }),
  otherPositions: (off: number, photos: number): Refusal => ({
    gate: 'other-positions',
    message: `Files beside the photos place ${off} of ${photos} photos more than 50 m from where these say they were taken.`,
    advice: 'Hand in the archive with the files of this flight, or without them.',
  }),
  noPositions: (placed: number, photos: number): Refusal => ({
    gate: 'no-positions',
    message: `Only ${placed} of ${photos} photos say where they were taken, so the map would have no place and no scale.`,
    advice:
      'Hand in the original photos: editing and messengers remove positions. With ground control points, use the farm.',
  }),
  noLens: (known: number, photos: number): Refusal => ({
    gate: 'no-lens',
    message: `Only ${known} of ${photos} photos say how wide their camera sees. With a guess, heights and scale would be wrong.`,
    advice: `Hand in the original photos. ${FARM}`,
  }),
  twoLenses: (share: number): Refusal => ({
    gate: 'focal-length',
    message: `The photos state their focal length in two ways that differ by ${Math.round(100 * share)} % more than rounding explains. One is wrong, and heights would be, too.`,
    advice: `Hand in the original photos, neither cropped nor resized. ${FARM}`,
  }),
  notStraightDown: (down: number, photos: number): Refusal => ({
    gate: 'not-straight-down',
    message: `Only ${down} of ${photos} photos look straight down (within 15°).`,
    advice: `Fly with the camera straight down. ${FARM}`,
  }),
  singleLine: (): Refusal => ({
    gate: 'single-line',
    message: 'All photos lie in one line. Across a single line the ground can tilt freely, so the map would be wrong.',
    advice: 'Fly at least two lines beside one another, with 60 % of overlap between them.',
  }),
  twoPlaces: (places: readonly number[], metres: number): Refusal => ({
    gate: 'two-places',
    message: `The photos show ${places.length} places that are at least ${Math.round(metres)} m apart (${places.join(', ')} photos).`,
    advice: 'Start a run for each place, with the photos of that place.',
  }),
  noOverlap: (): Refusal => ({
    gate: 'no-overlap',
    message: 'No two photos show enough of the same ground to be joined.',
    advice: 'Fly with 75 % of overlap along the lines and 60 % between them, over ground with some texture.',
  }),
  notJoined: (joined: number, photos: number): Refusal => ({
    gate: 'not-joined',
    message: `Only ${joined} of ${photos} photos (${percent(joined, photos)}) could be joined to one map; it takes 70 %.`,
    advice:
      'More overlap helps (75 % along the lines, 60 % between them); water, snow and moving crops can hardly be joined.',
  }),
  reprojection: (pixels: number): Refusal => ({
    gate: 'reprojection',
    message: `The photos fit one another within ${pixels.toFixed(1)} pixels only; it takes less than 1.`,
    advice: 'Look for blurred photos, and for photos of another camera or another day.',
  }),
  focalLength: (share: number): Refusal => ({
    gate: 'focal-length',
    message: `The focal length came out ${Math.abs(100 * share).toFixed(1)} % ${share > 0 ? 'longer' : 'shorter'} than the photos say, so heights can't be trusted.`,
    advice: `The camera may be zoomed or misdescribed. ${FARM}`,
  }),
  tilt: (degrees: number): Refusal => ({
    gate: 'tilt',
    message: `The ground came out tilted by ${Math.round(degrees)}°, which is a sign of a bent map.`,
    advice: `Fly more lines beside one another. ${FARM}`,
  }),
  positionFit: (metres: number): Refusal => ({
    gate: 'position-fit',
    message: `The cameras of the map lie ${metres.toFixed(0)} m (root mean square) from where the photos say.`,
    advice: 'Look for photos with wrong positions, and for photos of several flights.',
  }),
}
