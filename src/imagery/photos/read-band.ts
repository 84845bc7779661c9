// Which sensor of a rig a photo comes from.
import type { Band } from './photo.ts'
import { numberIn, textIn, type Xmp } from './xmp.ts'

const IRRADIANCE = [
  'Camera:Irradiance',
  'Camera:IrradianceList',
  'Camera:HorizontalIrradiance',
  'Camera:SpectralIrradiance',
  'DLS:HorizontalIrradiance',
  'DLS:SpectralIrradiance',
  'drone-dji:Irradiance',
]

/** Null of a camera of its own. A picture of several bands, as that for viewing of a rig, belongs to no capture by its tags. */
export function readBand(xmp: Xmp): Band | null {
  const band = {
    name: textIn(xmp, 'Camera:BandName', 'drone-dji:BandName'),
    wavelengthNm: numberIn(xmp, 'Camera:CentralWavelength', 'drone-dji:CentralWavelength'),
    rigIndex: numberIn(xmp, 'Camera:RigCameraIndex', 'DLS:SensorId'),
    capture: textIn(xmp, 'drone-dji:CaptureUUID', 'MicaSense:CaptureId', 'Camera:CaptureUUID', 'Camera:ImageUniqueID'),
  }
  const isNone = Object.values(band).every((value) => value === null)
  return isNone ? null : { ...band, hasIrradiance: textIn(xmp, ...IRRADIANCE) !== null }
}
