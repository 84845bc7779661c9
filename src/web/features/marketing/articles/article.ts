export type ArticleSection = { heading: string; paragraphs: readonly string[] }

export type Article = {
  slug: string
  title: string
  description: string
  category: string
  /** Year, month and day, as in 2026-10-08. */
  date: string
  imageUrl: string
  imageAlt: string
  opening: readonly string[]
  sections: readonly ArticleSection[]
}

const articleDate = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

export const formatArticleDate = (date: string): string => articleDate.format(new Date(`${date}T00:00:00Z`))
