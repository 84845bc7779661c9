// The text of a file, as its first bytes or its declaration say; UTF-8 where nothing does.
import { codePageNamed, decodeWindows1252 } from '../text/code-pages.ts'

export type FileText = { text: string; notes: string[] }

/** A declaration stands in the first bytes. */
const HEAD_BYTES = 200
const DECLARED = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i

export function textOf(bytes: Uint8Array): FileText {
  const wide = wideLabel(bytes)
  if (wide) return { text: new TextDecoder(wide).decode(bytes), notes: [] }
  const declared = DECLARED.exec(new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)))?.[1]
  const page = declared === undefined ? undefined : codePageNamed(declared)
  if (page && page.name !== 'utf-8') return { text: page.decode(bytes), notes: [] }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), notes: [] }
  } catch {
    return {
      text: decodeWindows1252(bytes),
      notes: [
        'The texts of this file are not in UTF-8, as they should be. They were read as Windows-1252. If letters are wrong, export it in UTF-8.',
      ],
    }
  }
}

/** By a mark at the begin, or by a first character of two bytes. */
function wideLabel([first, second]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : undefined
}
