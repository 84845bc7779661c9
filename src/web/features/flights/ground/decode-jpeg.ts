import { readJpegHead } from '#imagery/photos/jpeg-head.ts'

/** Null for what is no JPEG, can't be decoded here, or has more pixels: a few bytes can claim gigabytes of them. */
export async function decodeJpeg(
  bytes: Uint8Array<ArrayBuffer>,
  { pixelsMax, ...options }: ImageBitmapOptions & { pixelsMax: number },
): Promise<ImageBitmap | null> {
  const { width, height } = await readJpegHead(bytes.length, async (from, to) => bytes.subarray(from, to))
  if (width === null || height === null || width * height > pixelsMax) return null
  return createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }), options).catch(() => null)
}
