// A picture of a field near Lamberton, Minnesota, what lies beside it, and its plots.
import sharp from 'sharp'

/** A world file: pixels of 2 cm, the upper left corner of a picture of 600 rows at 300,000 and 4,900,012. */
export const PLACE = '0.02\n0\n0\n-0.02\n300000.01\n4900011.99\n'

/** A .prj file. */
export const UTM_15_NORTH =
  'PROJCS["WGS 84 / UTM zone 15N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-93],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1],AUTHORITY["EPSG","32615"]]'

/** 18 by 12 m of soil, with canopy on the right from a column on. */
export const drawField = async (from: number) => {
  const green = await sharp({ create: { width: 900 - from, height: 600, channels: 3, background: '#3c7828' } })
    .png()
    .toBuffer()
  const soil = sharp({ create: { width: 900, height: 600, channels: 3, background: '#b49678' } })
  return new Uint8Array(
    await soil
      .composite([{ input: green, left: from, top: 0 }])
      .tiff({ compression: 'lzw' })
      .toBuffer(),
  )
}

/** A report's files of a flight: the picture, its place and its coordinate system. */
export const fieldFiles = async (date: string, from: number) => [
  { name: `field ${date}.tfw`, content: PLACE },
  { name: `field ${date}.prj`, content: UTM_15_NORTH },
  { name: `field ${date}.tif`, content: await drawField(from) },
]

/** A plot of 4 by 4 m, metres from the lower left corner of the field. */
const plot = (name: string, [x, y]: readonly [number, number], genotype: string) => {
  const [left, bottom] = [300_000 + x, 4_900_000 + y]
  const ring = [
    [left, bottom],
    [left + 4, bottom],
    [left + 4, bottom + 4],
    [left, bottom + 4],
    [left, bottom],
  ]
  return {
    type: 'Feature',
    properties: { plot_id: name, genotype },
    geometry: { type: 'Polygon', coordinates: [ring] },
  }
}

/** Soil, half of each, and canopy on the first date; canopy in all of the half on the second. */
export const PLOTS = {
  type: 'FeatureCollection',
  crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32615' } },
  features: [plot('101', [1, 4], 'MN0095'), plot('102', [7, 4], 'MN1410'), plot('103', [13, 4], 'MN0095')],
}
