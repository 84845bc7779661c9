import { Link } from 'react-router'
import { paths } from '#web/routes/paths.ts'
import { type Article, formatArticleDate } from './article.ts'

const Paragraphs = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <p key={line} className="mt-5">
      {line}
    </p>
  ))

export const ArticlePage = ({ article, next }: { article: Article; next: Article | undefined }) => (
  <article className="mx-auto max-w-[68ch] px-5 pt-12 pb-20 text-[1.0625rem]/[1.75] md:pt-16">
    <p className="text-sm text-muted">
      <Link to={paths.blogs()} className="font-medium text-ink underline underline-offset-4 hover:text-action">
        News and Blogs
      </Link>{' '}
      / {article.category}, <time dateTime={article.date}>{formatArticleDate(article.date)}</time>
    </p>
    <h1 className="mt-4 font-display text-4xl/[1.08] font-semibold tracking-[-0.03em] text-balance md:text-[3.25rem]/[1.06]">
      {article.title}
    </h1>
    <p className="mt-4 text-xl/relaxed text-muted">{article.description}</p>
    <img
      src={article.imageUrl}
      alt={article.imageAlt}
      width={720}
      height={540}
      className="mt-8 aspect-[3/2] h-auto w-full rounded-sm border border-line-strong object-cover"
    />
    <Paragraphs lines={article.opening} />
    {article.sections.map(({ heading, paragraphs }) => (
      <section key={heading}>
        <h2 className="mt-10 font-display text-2xl font-semibold tracking-[-0.01em]">{heading}</h2>
        <Paragraphs lines={paragraphs} />
      </section>
    ))}
    {next && (
      <p className="mt-14 border-t border-line-strong pt-6">
        Read on:{' '}
        <Link to={paths.blogArticle(next.slug)} className="font-medium underline underline-offset-4 hover:text-action">
          {next.title}
        </Link>
      </p>
    )}
  </article>
)
