/** Beyond which our own engine gives up, and staff are told that a run of any engine is bad. */
export const MODEL_LIMITS = {
  /** Share of the photos. */
  registeredLeast: 0.7,
  reprojectionPixels: 1,
  /** Of the focal length, as a share. */
  focalOff: 0.03,
  tiltDegrees: 10,
  /** Between cameras and the positions in their photos. */
  fitMetres: 10,
} as const
