import { counted } from '../units.ts'
import type { Contents } from './inspection.ts'

export const countPhotos = ({ jpeg, tiff, raw, otherImages }: Contents): number => jpeg + tiff + raw + otherImages

/** '1,204 photos', or 'at least 500,000 photos' when the table of contents was too long to read to its end. */
export function photoText(contents: Contents): string {
  const count = countPhotos(contents)
  if (count === 0) return 'no photos'
  return `${contents.isWhole ? '' : 'at least '}${counted(count, 'photo')}`
}
