import { useParams } from 'react-router'
import { ArticlePage } from '#web/features/marketing/articles/article-page.tsx'
import { articleBySlug, articles } from '#web/features/marketing/articles/list.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Component as NotFound } from './not-found.tsx'

export function Component() {
  const { slug } = useParams()
  const article = articleBySlug(slug)
  usePageTitle(article?.title ?? 'Page not found')
  if (!article) return <NotFound />
  const next = articles[(articles.indexOf(article) + 1) % articles.length]
  return <ArticlePage article={article} next={next} />
}
