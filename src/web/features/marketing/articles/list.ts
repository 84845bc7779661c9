import type { Article } from './article.ts'
import { canopyHeight } from './canopy-height.ts'
import { groundControl } from './ground-control.ts'
import { overlap } from './overlap.ts'

/** Newest first. */
export const articles: readonly Article[] = [canopyHeight, overlap, groundControl]

export const articleBySlug = (slug: string | undefined): Article | undefined =>
  articles.find((article) => article.slug === slug)
