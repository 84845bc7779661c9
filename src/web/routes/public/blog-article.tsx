import type { ComponentType } from 'react'
import type { ArticleCard, ArticleText } from '#web/features/marketing/articles/article.ts'
import { ArticlePage } from '#web/features/marketing/articles/article-page.tsx'
import { articles } from '#web/features/marketing/articles/list.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

/** Each article has its own route, so that an unknown address is not found in the browser and on the server alike. */
export function articleScreen(article: ArticleCard, text: ArticleText): ComponentType {
  const place = articles.findIndex(({ slug }) => slug === article.slug)
  const next = articles[(place + 1) % articles.length]
  return function Article() {
    usePageTitle(article.title)
    return <ArticlePage article={article} text={text} next={next} />
  }
}
