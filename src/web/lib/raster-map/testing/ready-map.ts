import { isReady, type ReadyMap } from '../look.ts'

/** An orthomosaic of 100 x 50 pixels of half a metre, changed as asked. */
export const readyMap = (changes: object): ReadyMap => {
  const made = {
    mapId: 'a',
    fileName: 'a.tif',
    state: 'READY',
    reason: null,
    fraction: 1,
    runId: null,
    madeBy: null,
    isProduct: false,
    isPublished: true,
    kind: 'orthomosaic',
    width: 100,
    height: 50,
    bands: ['red', 'green', 'blue', 'alpha'],
    bandNames: ['', '', '', ''],
    areBandsAssumed: false,
    scalings: null,
    sampleType: 'uint8',
    isPicture: true,
    epsg: 32_615,
    crs: { epsg: 32_615, name: 'UTM', proj4: '+proj=utm +zone=15', metresPerUnit: 1 },
    transform: [0.5, 0, 1000, 0, -0.5, 2000],
    gsdCm: 50,
    bounds: [-95.1, 44.1, -95, 44.2],
    nodata: null,
    ranges: [[0, 255], [0, 255], [0, 255], null],
    takenOn: null,
    thumbnailUrl: null,
    reflectance: null,
    standsForOne: null,
    originalBytes: 1,
    bytes: 1,
    url: 'https://example.org',
    expiresTime: null,
    ...changes,
  } as const
  if (!isReady(made as never)) throw new Error('This map is not ready')
  return made as unknown as ReadyMap
}
