import { ArticleCard } from '#web/features/marketing/articles/article-card.tsx'
import { articles } from '#web/features/marketing/articles/list.ts'
import { PageIntro } from '#web/features/marketing/page-intro.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { pages } from './pages.ts'

export function Component() {
  usePageTitle(pages.blogs.title)
  return (
    <>
      <PageIntro
        title="News and Blogs"
        lead="Notes from the work: how to fly, what to measure, and what a figure can carry."
      />
      <div className="mx-auto grid max-w-7xl gap-14 px-5 pb-20 md:px-6 md:pb-28">
        {articles.map((article, place) => (
          <ArticleCard key={article.slug} article={article} first={place === 0} />
        ))}
      </div>
    </>
  )
}
