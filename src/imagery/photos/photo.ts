/**
 * What a photo says of itself. What it doesn't say is null, never a guess. Angles are degrees, lengths metres, times seconds, unless a
 * name says otherwise.
 */
export type Photo = {
  type: 'jpeg' | 'tiff'
  /** Its pixels have a place on Earth (GeoTIFF), so it is a map. */
  isMap: boolean
  /** Of the picture that is stored, in pixels. */
  width: number | null
  height: number | null
  /** Of the picture that the camera took, by Exif. */
  statedWidth: number | null
  statedHeight: number | null
  /** The end of the picture is missing. */
  isCutOff: boolean
  /** Exif or XMP is there, and can't be read. */
  isDamaged: boolean
  make: string | null
  model: string | null
  serial: string | null
  software: string | null
  orientation: number | null
  /** By the clock of the camera, `2016-06-23T10:21:33.250`, without a time zone. */
  takenAt: string | null
  /** The same as UTC, by a receiver of satellites or a time zone, in milliseconds since 1970. */
  takenAtUtc: number | null
  position: Position | null
  /** Above the place of take-off, or above the ground. */
  relativeAltitude: number | null
  attitude: Attitude | null
  lens: Lens
  exposure: Exposure
  /** Over ground: east or north first is not stated by makers, so only its size counts. */
  speedMetresPerSecond: number | null
  rtk: Rtk | null
  band: Band | null
}

export type Position = {
  lon: number
  lat: number
  altitude: number | null
  /** Whether north or south and east or west are stated; without them north and east are taken. */
  hasReferences: boolean
  /** Whether it is stated that the altitude is above or below the sea. */
  hasAltitudeReference: boolean
  /** Exif and XMP say another place, or another altitude, by so much (0 where they agree); null where they agree in both. */
  dispute: { taken: 'Exif' | 'XMP'; metres: number; heightMetres: number } | null
}

/** Of the camera: a pitch of -90 looks straight down. Yaw is clockwise from north. */
export type Attitude = { yaw: number | null; pitch: number | null; roll: number | null }

export type Lens = {
  focalMillimetres: number | null
  focal35Millimetres: number | null
  /** Of a calibration by the maker, in pixels of the picture that the camera took. */
  focalPixels: number | null
  /** By Exif's resolution of the focal plane. */
  sensorWidthMillimetres: number | null
  /** Distortion is taken out of the picture. */
  isDewarped: boolean | null
}

export type Exposure = { seconds: number | null; iso: number | null; fNumber: number | null }

/** `flag` is the maker's: 50 fixed, 32 to 49 float, 16 single, 0 none. Standard deviations are metres. */
export type Rtk = { flag: number | null; sdLon: number | null; sdLat: number | null; sdHeight: number | null }

/** Of one sensor of a rig. Photos with the same capture were taken at once. */
export type Band = {
  name: string | null
  wavelengthNm: number | null
  rigIndex: number | null
  capture: string | null
  hasIrradiance: boolean
}
