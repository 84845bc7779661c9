import { Link } from 'react-router'
import { paths } from '#web/routes/paths.ts'
import { type Article, formatArticleDate } from './article.ts'

export const ArticleCard = ({ article, first = false }: { article: Article; first?: boolean }) => (
  <article className="group relative border-t border-line-strong pt-6">
    <div className={`grid gap-x-12 gap-y-5 ${first ? 'lg:grid-cols-[7fr_5fr]' : 'md:grid-cols-[5fr_7fr]'}`}>
      <img
        src={article.imageUrl}
        alt=""
        width={720}
        height={540}
        loading={first ? 'eager' : 'lazy'}
        className="aspect-[3/2] h-auto w-full rounded-sm border border-line-strong object-cover"
      />
      <div className="self-center">
        <p className="text-sm text-muted">
          {article.category}, <time dateTime={article.date}>{formatArticleDate(article.date)}</time>
        </p>
        <h2
          className={`mt-2 font-display font-semibold tracking-[-0.02em] text-balance ${first ? 'text-4xl/tight' : 'text-3xl/tight'}`}
        >
          <Link
            to={paths.blogArticle(article.slug)}
            className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
          >
            {article.title}
          </Link>
        </h2>
        <p className="mt-3 max-w-[34rem] text-lg/relaxed text-muted">{article.description}</p>
      </div>
    </div>
  </article>
)
