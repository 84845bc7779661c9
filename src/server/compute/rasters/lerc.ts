import * as lerc from 'lerc'
import type { SampleType } from '#domain/maps.ts'
import type { LercBlock, LercExpected } from '#imagery/rasters/decode-block.ts'

/** As LERC numbers them. */
const TYPES: readonly SampleType[] = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'float32', 'float64']

/** A block of a raster. @throws Error for what has another size or type, and for what can't be decoded */
export async function decodeLerc(
  data: Uint8Array,
  { width, rows, blockRows, bands, sampleType }: LercExpected,
): Promise<LercBlock> {
  await lerc.load()
  const head = lerc.getBlobInfo(data)
  const isAsHigh = head.height >= rows && head.height <= blockRows
  if (head.width !== width || !isAsHigh || head.bandCount !== 1 || head.depthCount > bands)
    throw new Error('another size than it should have')
  if (TYPES[head.dataType] !== sampleType) throw new Error('another type than it should have')
  const { pixels, mask } = lerc.decode(data, { returnInterleaved: true })
  const [numbers] = pixels
  if (!numbers) throw new Error('it is empty')
  const isFloat = sampleType === 'float32' || sampleType === 'float64'
  for (const [pixel, isThere] of mask?.entries() ?? [])
    if (isThere === 0) numbers.fill(isFloat ? Number.NaN : 0, pixel * head.depthCount, (pixel + 1) * head.depthCount)
  const bytes = width * rows * head.depthCount * numbers.BYTES_PER_ELEMENT
  return { bands: head.depthCount, samples: new Uint8Array(numbers.buffer, numbers.byteOffset, bytes), mask }
}
