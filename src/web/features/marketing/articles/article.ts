import { MONTHS } from '#domain/units.ts'
import type { PictureName } from '../pictures.ts'

/** The data of an article's card. */
export type ArticleCard = {
  slug: string
  title: string
  description: string
  category: string
  /** An ISO date, such as 2026-10-08. */
  date: string
  /** The picture as a single file, for feeds and shared links. */
  imageUrl: string
  picture: PictureName
  imageAlt: string
}

type ArticleSection = { heading: string; paragraphs: readonly string[] }

export type ArticleText = { opening: readonly string[]; sections: readonly ArticleSection[] }

/** The text is loaded on demand. */
export type Article = ArticleCard & { load: () => Promise<{ text: ArticleText }> }

/** Not by Intl: browsers differ in short month names, and hydration needs the prerendered text. */
export function formatArticleDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`
}
