// Texts in the code pages that files name, in any of the ways in which programs write these names.
import { OWN_CODE_PAGES } from './own-code-pages.ts'

export type CodePage = {
  /** As people know it: a number, or the name of its standard. */
  name: string
  /** Whether one character may take several bytes. */
  isMultiByte: boolean
  decode: (bytes: Uint8Array) => string
}

const ISO = /^(?:iso|x)?8859(\d{1,2})$/
const NUMBER = /^(?:ansi|oem|cp|ibm|windows|win|ms|dos|codepage)*(\d{3,5})$/
/** Numbers of Windows and IBM that aren't the label of an encoding. */
const LABELS: Readonly<Record<number, string>> = {
  367: 'windows-1252',
  819: 'windows-1252',
  866: 'ibm866',
  878: 'koi8-r',
  912: 'iso-8859-2',
  915: 'iso-8859-5',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10_000: 'macintosh',
  10_007: 'x-mac-cyrillic',
  20_127: 'windows-1252',
  20_866: 'koi8-r',
  20_932: 'euc-jp',
  20_936: 'gbk',
  21_866: 'koi8-u',
  51_932: 'euc-jp',
  51_936: 'gbk',
  51_949: 'euc-kr',
  54_936: 'gb18030',
  65_001: 'utf-8',
}
/** Code pages 28591 to 28606 are parts 1 to 16 of ISO 8859. */
const ISO_NUMBERS = 28_590
/** Without marks between letters, where that is no label. */
const NAMES: Readonly<Record<string, string>> = {
  euc: 'euc-jp',
  euccn: 'gbk',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  xmaccyrillic: 'x-mac-cyrillic',
  mskanji: 'shift_jis',
  shiftjis: 'shift_jis',
  tis620: 'windows-874',
  windows31j: 'shift_jis',
  xsjis: 'shift_jis',
}
/** Its bytes from 128 to 159: Node 24 decodes them as ISO 8859-1. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
const MULTI_BYTE = ['shift_jis', 'gbk', 'gb18030', 'euc-kr', 'euc-jp', 'big5', 'iso-2022-jp', 'utf-8']

/** Undefined for a name that is none of a code page, or of one that isn't known. */
export function codePageNamed(name: string): CodePage | undefined {
  const plain = name.toLowerCase().replace(/[^a-z\d]/g, '')
  const iso = ISO.exec(plain)?.[1]
  if (iso !== undefined) return withLabel(`iso-8859-${iso}`)
  const number = NUMBER.exec(plain)?.[1]
  return number === undefined ? withLabel(NAMES[plain] ?? plain) : codePageNumbered(Number(number))
}

export function codePageNumbered(number: number): CodePage | undefined {
  const own = OWN_CODE_PAGES[number]
  if (own !== undefined) return { name: String(number), isMultiByte: false, decode: (bytes) => decodeBytes(bytes, own) }
  const iso = number - ISO_NUMBERS
  if (iso >= 1 && iso <= 16) return withLabel(`iso-8859-${iso}`)
  return withLabel(LABELS[number] ?? `windows-${number}`)
}

function decodeBytes(bytes: Uint8Array, upper: string): string {
  let text = ''
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : (upper[byte - 128] ?? '')
  return text
}

/** In browsers and in Node alike. */
export const decodeWindows1252 = (bytes: Uint8Array): string =>
  new TextDecoder('latin1')
    .decode(bytes)
    .replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 128] ?? character)

function withLabel(label: string): CodePage | undefined {
  try {
    const decoder = new TextDecoder(label)
    const { encoding } = decoder
    const decode = (bytes: Uint8Array) => decoder.decode(bytes)
    if (encoding === 'windows-1252') return { name: encoding, isMultiByte: false, decode: decodeWindows1252 }
    return { name: encoding, isMultiByte: MULTI_BYTE.includes(encoding), decode }
  } catch {
    // Not one that browsers know.
    return undefined
  }
}
