import { Rss } from 'lucide-react'
import { ArticleCard } from '#web/features/marketing/articles/article-card.tsx'
import { articles } from '#web/features/marketing/articles/list.ts'
import { FEED_PATH } from '#web/features/marketing/frame/nav-links.ts'
import { PageIntro } from '#web/features/marketing/page-intro.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { pages } from '../pages.ts'

export function Component() {
  usePageTitle(pages.blogs.title)
  return (
    <>
      <PageIntro
        title="News and Blogs"
        lead="Notes from our work: how to fly, what to measure, and how far to trust a figure."
        actions={
          <a href={FEED_PATH} className={buttonClasses({ variant: 'secondary' })}>
            <Rss aria-hidden className="size-4" />
            RSS feed
          </a>
        }
      />
      <div className="mx-auto grid max-w-7xl gap-14 px-5 pb-20 md:px-6 md:pb-28">
        {articles.map((article, place) => (
          <ArticleCard key={article.slug} article={article} first={place === 0} />
        ))}
      </div>
    </>
  )
}
