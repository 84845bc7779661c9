import { paths } from '#web/lib/paths.ts'
import { Picture } from '../picture.tsx'
import { type ArticleCard, type ArticleText, formatArticleDate } from './article.ts'

const Paragraphs = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <p key={line} className="mt-5">
      {line}
    </p>
  ))

type ArticlePageProps = { article: ArticleCard; text: ArticleText; next: ArticleCard | undefined }

export const ArticlePage = ({ article, text, next }: ArticlePageProps) => (
  <article className="mx-auto max-w-[68ch] px-5 pt-12 pb-20 text-[1.0625rem]/[1.75] md:pt-16">
    <p className="text-sm text-muted">
      <a href={paths.blogs()} className="font-medium text-ink underline underline-offset-4 hover:text-action">
        News and Blogs
      </a>{' '}
      / {article.category}, <time dateTime={article.date}>{formatArticleDate(article.date)}</time>
    </p>
    <h1 className="mt-4 font-display text-4xl/[1.08] font-semibold tracking-[-0.03em] text-balance md:text-[3.25rem]/[1.06]">
      {article.title}
    </h1>
    <p className="mt-4 text-xl/relaxed text-muted">{article.description}</p>
    <Picture
      name={article.picture}
      alt={article.imageAlt}
      sizes="(min-width: 768px) 660px, 90vw"
      eager
      className="mt-8 aspect-[3/2] h-auto w-full rounded-sm border border-line-strong object-cover"
    />
    <Paragraphs lines={text.opening} />
    {text.sections.map(({ heading, paragraphs }) => (
      <section key={heading}>
        <h2 className="mt-10 font-display text-2xl font-semibold tracking-[-0.01em]">{heading}</h2>
        <Paragraphs lines={paragraphs} />
      </section>
    ))}
    {next && (
      <p className="mt-14 border-t border-line-strong pt-6">
        Next:{' '}
        <a href={paths.blogArticle(next.slug)} className="font-medium underline underline-offset-4 hover:text-action">
          {next.title}
        </a>
      </p>
    )}
  </article>
)
