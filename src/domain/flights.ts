/** Of what looks at photos: a higher number looks again. */
export const FLIGHT_MAKER = 8

/** `WAITING`: not looked at yet. `UNREADABLE`: nothing can be said, for a reason. */
export const FLIGHT_STATES = ['WAITING', 'READY', 'UNREADABLE'] as const

/** What the photos of an archive say of the flight. What they don't say is null, never a guess. */
export type Flight = {
  photos: number
  /** Photos that say something of themselves. */
  readable: number
  gsdCm: number | null
  heightMetres: number | null
  /** Whether the height is that of the photos, above take-off, or was entered by a person. */
  heightSource: 'photos' | 'entered' | null
  /** Shares from 0 to 1. */
  frontOverlap: number | null
  sideOverlap: number | null
  /** Of ground that at least one photo shows. */
  areaHectares: number | null
  /** Of each piece of it, the middle number of photos; null without a height. */
  medianPhotos: number | null
  /** Of one photo on flat ground: across and along the picture as it is stored. */
  footprintMetres: { width: number; height: number } | null
  cameras: { name: string; photos: number }[]
  /** By the clock of the camera, without a time zone. */
  takenFrom: string | null
  takenTo: string | null
  /** How high the sun stood, by the time of satellites or a time zone. */
  sunDegrees: { lowest: number; highest: number } | null
  /** Of photos that say how exact their position is, the share with a fixed one; from 0 to 1. */
  rtkFixedShare: number | null
  bands: string[]
  checks: FlightCheck[]
  positions: FlightPosition[]
  /** Files of the archive that tell places: of control points first, then of photos, plots and flight plans. */
  controlPoints: ControlPointFile[]
}

/** What tells places beside the photos. Of `ppk` and `micasense` files, only the names are read. */
export const CONTROL_POINT_FORMATS = [
  'odm-gcp',
  'pix4d-gcp',
  'pix4d-marks',
  'agisoft-reference',
  'agisoft-markers',
  'survey',
  'photo-positions',
  'dji-mrk',
  'ppk',
  'micasense',
  'plot-boundaries',
  'flight-plan',
] as const
export type ControlPointFormat = (typeof CONTROL_POINT_FORMATS)[number]

export type ControlPointFile = {
  /** With its folders. */
  file: string
  format: ControlPointFormat
  epsg: number | null
  /** Its name, or the words of the file, for people to read; null when nothing is known. */
  crs: string | null
  /** `proposed`: the points lie among the photos by it. Only a person can say that it is right. */
  crsSource: 'file' | 'proposed' | 'entered' | null
  pointCount: number
  /** Places in photos where a point was marked. */
  markCount: number
  /** Of the ground, at most CONTROL_POINTS_MAX of them, on WGS84; none without a coordinate system. */
  points: ControlPoint[]
}

/** `height` as in the file, in metres. `photos`: those in which it is marked, by any file of the archive. */
export type ControlPoint = { label: string; lon: number; lat: number; height: number | null; photos: number }

export const CONTROL_POINTS_MAX = 500

/** `stop`: what is ordered can't be made from it. `warn`: it will be worse. `inform`: good to know. */
export const CHECK_SEVERITIES = ['stop', 'warn', 'inform'] as const
export type CheckSeverity = (typeof CHECK_SEVERITIES)[number]
export const SEVERITY_NAMES = { stop: 'Problem', warn: 'Warning', inform: 'Note' } satisfies Record<
  CheckSeverity,
  string
>

export const CHECK_IDS = [
  'archive',
  'other-files',
  'maps',
  'few-photos',
  'unreadable',
  'cut-off',
  'same-names',
  'same-content',
  'positions',
  'references',
  'two-places',
  'altitudes',
  'cameras',
  'sizes',
  'dates',
  'clock',
  'low-sun',
  'height',
  'take-off',
  'nadir',
  'overlap',
  'coverage',
  'resolution',
  'motion-blur',
  'blur',
  'exposure',
  'sensitivity',
  'rtk',
  'bands',
  'panels',
  'irradiance',
  'near-infrared',
  'index-pictures',
  'control-points',
  'control-points-crs',
  'control-points-heights',
  'control-points-marks',
  'photo-positions',
  'recognised-files',
  'edited',
  'outputs',
  'same-field',
] as const
export type CheckId = (typeof CHECK_IDS)[number]

export type FlightCheck = {
  id: CheckId
  severity: CheckSeverity
  /** What was found, and what to do. */
  message: string
  /** Names of those concerned, at most CHECK_PHOTOS_MAX of them. */
  photos: string[]
}

export const CHECK_PHOTOS_MAX = 200

export type FlightPosition = {
  name: string
  lon: number
  lat: number
  altitude: number | null
  /** Clockwise from north, in degrees. */
  yaw: number | null
  /** -90 looks straight down. */
  pitch: number | null
}

/** What people say of a flight where the photos don't. */
export type FlightAnswers = {
  /** Above the ground. */
  heightMetres: number | null
  /** Of files of ground control points that don't name their coordinate system. */
  controlPointsEpsg: { file: string; epsg: number }[]
}

export const NO_ANSWERS: FlightAnswers = { heightMetres: null, controlPointsEpsg: [] }
export const FLIGHT_HEIGHT = { min: 1, max: 500 }
export const CONTROL_POINT_FILES_MAX = 50

/** `damaged`: its end is missing, or what it says can't be read whole. */
export const PHOTO_STATES = ['read', 'damaged', 'unreadable'] as const

/** One photo, as a row of a table. */
export type FlightPhoto = {
  name: string
  state: (typeof PHOTO_STATES)[number]
  /** By the clock of the camera, without a time zone. */
  takenAt: string | null
  lon: number | null
  lat: number | null
  altitude: number | null
  /** Above take-off. */
  heightMetres: number | null
  yaw: number | null
  pitch: number | null
  roll: number | null
  camera: string | null
  band: string | null
  exposureSeconds: number | null
  iso: number | null
  /** Of RTK: 50 fixed, 32 to 49 float, 16 single, 0 none. */
  rtkFlag: number | null
  /** Of its pixels, where they were looked at. */
  sharpness: number | null
  brightness: number | null
}

/** A finding that staff have seen and taken as it is. It counts while the check says the same. */
export type Acknowledgement = { check: CheckId; message: string; at: string; userId: string }

/** The findings that remain to be looked at: how bad the worst are, and how many are as bad. */
export type FlightVerdict = { worst: 'stop' | 'warn' | null; open: number }

export const isAcknowledged = (
  { id, message }: Pick<FlightCheck, 'id' | 'message'>,
  acknowledged: readonly Acknowledgement[],
): boolean => acknowledged.some((one) => one.check === id && one.message === message)

export function verdictOf(checks: readonly FlightCheck[], acknowledged: readonly Acknowledgement[]): FlightVerdict {
  const open = checks.filter((check) => !isAcknowledged(check, acknowledged))
  const worst = (['stop', 'warn'] as const).find((severity) => open.some((check) => check.severity === severity))
  return { worst: worst ?? null, open: open.filter(({ severity }) => severity === worst).length }
}

/** '65 %' of a share from 0 to 1. */
export const percent = (share: number): string => `${Math.round(100 * share)} %`

/** 'DJI FC6310S on 2026-06-23, 40 m high, 1.7 cm a pixel, overlap 75 % along lines and 65 % between them, 12.3 ha'; empty when nothing is known. */
export function summarizeFlight(flight: Omit<Flight, 'checks' | 'positions'>): string {
  const { cameras, takenFrom, heightMetres, gsdCm, frontOverlap, sideOverlap, areaHectares } = flight
  const overlap = [
    frontOverlap === null ? '' : `${percent(frontOverlap)} along lines`,
    sideOverlap === null ? '' : `${percent(sideOverlap)} between them`,
  ].filter(Boolean)
  const [day] = takenFrom?.split('T') ?? []
  const camera = cameras.map(({ name }) => name).join(' and ')
  return [
    [camera, day && `on ${day}`].filter(Boolean).join(' '),
    heightMetres === null ? '' : `${Math.round(heightMetres)} m high`,
    gsdCm === null ? '' : `${gsdCm.toFixed(1)} cm a pixel`,
    overlap.length === 0 ? '' : `overlap ${overlap.join(' and ')}`,
    areaHectares === null ? '' : `${areaHectares.toFixed(1)} ha`,
  ]
    .filter(Boolean)
    .join(', ')
}
