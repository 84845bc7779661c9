import type { ViewDecoders } from '#imagery/rasters/view-copy.ts'

/** The decoders that a browser has. */
export const browserDecoders: ViewDecoders = {
  inflate: async (data) => {
    const stream = new Blob([data.slice()]).stream().pipeThrough(new DecompressionStream('deflate'))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  },
  jpeg: async (data) => {
    // As in the file: neither multiplied by alpha nor matched to this screen.
    const options = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const
    const bitmap = await createImageBitmap(new Blob([data.slice()], { type: 'image/jpeg' }), options)
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('This browser draws no pictures')
    context.drawImage(bitmap, 0, 0)
    bitmap.close()
    return context.getImageData(0, 0, width, height).data
  },
}
