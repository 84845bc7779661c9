import { brand } from '#domain/brand.ts'
import { articles } from '#web/features/marketing/articles/list.ts'
import { FEED_PATH } from '#web/features/marketing/frame/nav-links.ts'
import { pageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { pages, screens } from '#web/routes/pages.ts'
import { escapeText, PUBLIC_URL } from './markup.ts'

const rssDate = (date: string): string => new Date(`${date}T00:00:00Z`).toUTCString()

/** RSS 2.0, newest first. */
export function feed(): string {
  const items = articles.map((article) => {
    const address = `${PUBLIC_URL}${paths.blogArticle(article.slug)}`
    return `    <item>
      <title>${escapeText(article.title)}</title>
      <link>${address}</link>
      <guid isPermaLink="true">${address}</guid>
      <pubDate>${rssDate(article.date)}</pubDate>
      <category>${escapeText(article.category)}</category>
      <description>${escapeText(article.description)}</description>
    </item>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${escapeText(pageTitle(pages.blogs.title))}</title>
    <link>${PUBLIC_URL}${pages.blogs.path}</link>
    <atom:link href="${PUBLIC_URL}${FEED_PATH}" rel="self" type="application/rss+xml"/>
    <description>${escapeText(pages.blogs.description)}</description>
    <language>en</language>
    <copyright>${brand.name}</copyright>
    <lastBuildDate>${rssDate(articles[0]?.date ?? '1970-01-01')}</lastBuildDate>
${items.join('\n')}
  </channel>
</rss>
`
}

export function sitemap(): string {
  const urls = [
    ...Object.values(pages).map(({ path }) => `  <url><loc>${PUBLIC_URL}${path}</loc></url>`),
    ...articles.map(
      ({ slug, date }) => `  <url><loc>${PUBLIC_URL}${paths.blogArticle(slug)}</loc><lastmod>${date}</lastmod></url>`,
    ),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

export const robots = (): string => `User-agent: *
Disallow: ${screens.dashboard.path}
Disallow: ${screens.myDashboard.path}
Disallow: /api/
Sitemap: ${PUBLIC_URL}/sitemap.xml
`
