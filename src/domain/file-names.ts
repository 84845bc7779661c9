import { hasControlCharacter } from './accounts.ts'
import { displayName } from './display-names.ts'

const FILE_NAME_BYTES_MAX = 255

/** Returns why an uploaded file cannot have this name, or undefined. */
export function checkFileName(name: string): string | undefined {
  if (name.trim() === '') return 'The file has no name'
  if (utf8Length(name) > FILE_NAME_BYTES_MAX) return 'The file name is too long. Use at most 255 bytes.'
  if (hasControlCharacter(name)) return 'The file name contains control characters. Rename the file.'
  if (/[/\\]/.test(name) || name === '.' || name === '..')
    return 'The file name must not contain a path. Rename the file.'
  return undefined
}

/** Decodes a URL-encoded name once; undefined for an invalid encoding. */
export function decodeFileName(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded).normalize('NFC')
  } catch {
    return undefined
  }
}

/** The name of a stored file: time in Unix milliseconds, a dash, the original name. */
export const storedFileName = (name: string, at: Date): string => `${at.getTime()}-${name}`

/**
 * The display name for the URL of a stored file: the last path segment, decoded, without the numeric prefix.
 * 'file_N' (N counts from 1) if the URL has no such segment.
 */
export function displayFileName(link: string, index = 0): string {
  const name = storedNameOf(link)?.match(/^\d+-(.+)$/su)?.[1]
  return name === undefined ? `file_${index + 1}` : displayName(name)
}

/** The stored name of the file behind a URL: the last path segment, decoded. */
export function storedNameOf(link: string): string | undefined {
  const path = link.split(/[?#]/, 1)[0] ?? ''
  return decodeFileName(path.slice(path.lastIndexOf('/') + 1))
}

/** `name` is for display; a download has the stored name. */
export type LinkedFile = { url: string; name: string; size: number | undefined }

/** The wire has two lists, of URLs and of sizes. */
export const linkedFiles = (links: readonly string[], sizes: readonly number[]): LinkedFile[] =>
  links.map((url, index) => ({ url, name: displayFileName(url, index), size: sizes[index] }))

/** For table cells: a name of more than 15 characters is cut at 20 characters, with an ellipsis (spec section 9). */
export function shortenFileName(name: string): string {
  const characters = [...name]
  return characters.length > 15 ? `${characters.slice(0, 20).join('')}…` : name
}

/** Truncates a long name in the middle. */
export function truncateMiddle(name: string, max = 40): string {
  const characters = [...name]
  if (characters.length <= max) return name
  const tail = Math.floor((max - 1) / 2)
  return `${characters.slice(0, max - 1 - tail).join('')}…${characters.slice(-tail).join('')}`
}

function utf8Length(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}
