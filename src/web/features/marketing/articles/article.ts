import { MONTHS } from '#domain/units.ts'
import type { PictureName } from '../pictures.ts'

/** What a card shows. */
export type ArticleCard = {
  slug: string
  title: string
  description: string
  category: string
  /** Year, month and day, as in 2026-10-08. */
  date: string
  /** The picture as one file, for feeds and for links that others share. */
  imageUrl: string
  picture: PictureName
  imageAlt: string
}

type ArticleSection = { heading: string; paragraphs: readonly string[] }

export type ArticleText = { opening: readonly string[]; sections: readonly ArticleSection[] }

/** Its text is loaded on demand. */
export type Article = ArticleCard & { load: () => Promise<{ text: ArticleText }> }

/** By hand: browsers disagree on the short names of months, and the page must read as the build wrote it. */
export function formatArticleDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`
}
