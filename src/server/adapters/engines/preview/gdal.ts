// Cloud-optimised GeoTIFFs by GDAL, as separate processes. Unlike our own copies for viewing they lose nothing of a picture.
import type { Purpose } from '#domain/maps.ts'
import { CONFIDENCE_LEGEND } from '#imagery/dense/confidence.ts'
import type { TileGrid } from '#imagery/dense/match-tile.ts'
import type { MapLayout } from '#imagery/reconstruction/lay-out-maps.ts'
import type { Run } from './colmap.ts'
import type { DrawnFile, MadeSurface, Prepared } from './preview-files.ts'
import { labelOf, levelOf, NODATA } from './preview-files.ts'
import {
  CONFIDENCE,
  GROUND,
  HILLSHADE,
  ORTHOMOSAIC,
  PICTURE,
  SURFACE,
  TERRAIN,
  TRUE_ORTHOMOSAIC,
  UNBLENDED,
} from './products.ts'

type Writing = {
  run: Run
  folder: string
  prepared: Prepared
  layout: MapLayout
  drawn: DrawnFile
  made: MadeSurface | null
}

/** Of elevation that is made of tie points. */
const MISSED: Purpose = 'plant heights'
const PLANT_TOPS: Purpose = 'plant tops'
const TEXTURE_SIDE = 4096
/** One after the other on all processors, so that only one takes memory. */
const COG =
  '-q -of COG -co NUM_THREADS=ALL_CPUS -co COMPRESS=DEFLATE -co PREDICTOR=YES -co LEVEL=1 -co BIGTIFF=IF_SAFER'.split(
    ' ',
  )
const JPEG = '-q -of JPEG -b 1 -b 2 -b 3 -r average -co QUALITY=85'.split(' ')
const HILLS = 'hillshade -q -multidirectional -compute_edges'.split(' ')
const SOFTWARE = 'TIFFTAG_SOFTWARE=Skyfurrow'

export async function writeMaps({ run, folder, prepared, layout, drawn, made }: Writing): Promise<void> {
  const { surface, pixel } = layout
  const [west, north] = [prepared.origin[0] + surface.west, prepared.origin[1] + surface.north]
  const cog = (from: string, to: string, { says, args, width, height }: Layer) => {
    const corners = [west, north, west + width, north - height].map(String)
    const place = ['-a_srs', `EPSG:${prepared.epsg}`, '-a_ullr', ...corners]
    const label = labelOf(made !== null, levelOf(prepared.matched))
    const tags = ['-mo', `ACCURACY=${label}`, '-mo', `TIFFTAG_IMAGEDESCRIPTION=${says} (${label})`, '-mo', SOFTWARE]
    return run('gdal_translate', [...COG, ...place, ...tags, ...args, `${folder}/${from}`, `${folder}/${to}`])
  }
  const args = ['-colorinterp', 'red,green,blue,alpha']
  const picture = { args, width: drawn.width * pixel, height: drawn.height * pixel }
  const [looks, values] = made ? [PICTURE, TRUE_ORTHOMOSAIC] : [ORTHOMOSAIC, UNBLENDED]
  await cog('blended.raw', looks.fileName, { ...picture, says: looks.purpose })
  await cog('plain.raw', values.fileName, { ...picture, says: values.purpose })
  const nodata = ['-a_nodata', String(NODATA)]
  const unfit = ['-mo', `NOT_GOOD_FOR=${MISSED}`]
  if (made) {
    const size = sizeOf(made.grid)
    await cog('surface.raw', 'elevation.tif', { ...size, says: SURFACE.purpose, args: nodata })
    await cog('confidence.raw', 'confidence.tif', {
      ...size,
      says: `${CONFIDENCE.purpose} ${CONFIDENCE_LEGEND}`,
      args: ['-a_nodata', '0', ...unfit],
    })
    if (made.terrain.grid)
      await cog('terrain.raw', TERRAIN.fileName, {
        ...sizeOf(made.terrain.grid),
        says: TERRAIN.purpose,
        args: [...nodata, '-mo', `NOT_GOOD_FOR=${PLANT_TOPS}`],
      })
    await run('gdaldem', [...HILLS, `${folder}/${SURFACE.fileName}`, `${folder}/hills.tif`])
    await cog('hills.tif', HILLSHADE.fileName, { ...size, says: HILLSHADE.purpose, args: unfit })
  } else
    await cog('elevation.raw', 'elevation.tif', {
      ...sizeOf(surface),
      says: GROUND.purpose,
      args: [...nodata, ...unfit],
    })
  const scale = Math.min(1, TEXTURE_SIDE / Math.max(drawn.width, drawn.height))
  const sides = [drawn.width, drawn.height].map((side) => String(Math.max(1, Math.round(side * scale))))
  await run('gdal_translate', [...JPEG, '-outsize', ...sides, `${folder}/${looks.fileName}`, `${folder}/texture.jpg`])
}

/** Its size is in metres. */
type Layer = { says: string; args: readonly string[]; width: number; height: number }

const sizeOf = ({ width, height, cell }: Pick<TileGrid, 'width' | 'height' | 'cell'>) => ({
  width: width * cell,
  height: height * cell,
})
