import { joinBytes } from '#domain/join-bytes.ts'

/** A4 on its side, in points. */
const PAGE = [841.89, 595.28] as const

type JpegPicture = { jpeg: Uint8Array; width: number; height: number; title: string }

const HEX = 16
const encoder = new TextEncoder()

/** UTF-16 with its mark, as PDF writes text that is not Latin. */
const textOf = (text: string): string => {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  return `<FEFF${units.map((unit) => unit.toString(HEX).padStart(4, '0').toUpperCase()).join('')}>`
}

/** A document of one page that a picture fills (PDF 1.4; the JPEG stays as it is). */
export function pictureAsPdf({ jpeg, width, height, title }: JpegPicture): Uint8Array<ArrayBuffer> {
  const [across, up] = PAGE
  const scale = Math.min(across / width, up / height)
  const [wide, high] = [width * scale, height * scale]
  const place = [wide, 0, 0, high, (across - wide) / 2, (up - high) / 2].map((part) => part.toFixed(2))
  const content = `q ${place.join(' ')} cm /Map Do Q`
  const objects: (string | readonly [dictionary: string, stream: Uint8Array])[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${up}] /Contents 4 0 R /Resources << /XObject << /Map 5 0 R >> >> >>`,
    ['', encoder.encode(content)],
    [
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    ],
    `<< /Title ${textOf(title)} >>`,
  ]
  const pieces: Uint8Array[] = []
  let bytes = 0
  const write = (piece: string | Uint8Array) => {
    const written = typeof piece === 'string' ? encoder.encode(piece) : piece
    pieces.push(written)
    bytes += written.length
  }
  write('%PDF-1.4\n')
  const offsets = objects.map((object, index) => {
    const offset = bytes
    write(`${index + 1} 0 obj\n`)
    if (typeof object === 'string') write(object)
    else {
      const [dictionary, stream] = object
      write(`<< ${dictionary} /Length ${stream.length} >>\nstream\n`)
      write(stream)
      write('\nendstream')
    }
    write('\nendobj\n')
    return offset
  })
  const start = bytes
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`)
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return joinBytes(pieces)
}
