import { paths } from '#web/lib/paths.ts'
import { Picture } from '../picture.tsx'
import { type ArticleCard as Card, formatArticleDate } from './article.ts'

export const ArticleCard = ({ article, first = false }: { article: Card; first?: boolean }) => (
  <article className="group relative border-t border-line-strong pt-6">
    <div className={`grid gap-x-12 gap-y-5 ${first ? 'lg:grid-cols-[7fr_5fr]' : 'md:grid-cols-[5fr_7fr]'}`}>
      <Picture
        name={article.picture}
        alt=""
        sizes={`(min-width: 1280px) ${first ? 680 : 490}px, (min-width: 768px) ${first ? 92 : 40}vw, 90vw`}
        eager={first}
        className="aspect-[3/2] h-auto w-full rounded-sm border border-line-strong object-cover"
      />
      <div className="self-center">
        <p className="text-sm text-muted">
          {article.category}, <time dateTime={article.date}>{formatArticleDate(article.date)}</time>
        </p>
        <h2
          className={`mt-2 font-display font-semibold tracking-[-0.02em] text-balance ${first ? 'text-4xl/tight' : 'text-3xl/tight'}`}
        >
          <a
            href={paths.blogArticle(article.slug)}
            className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
          >
            {article.title}
          </a>
        </h2>
        <p className="mt-3 max-w-[34rem] text-lg/relaxed text-muted">{article.description}</p>
      </div>
    </div>
  </article>
)
