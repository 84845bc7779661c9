import { brand } from '#domain/brand.ts'
import { FEED_PATH } from '#web/features/marketing/frame/nav-links.ts'
import { pageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import type { PageMeta } from '#web/routes/pages.ts'
import { escapeText, PUBLIC_URL } from './markup.ts'

type Card = { image: string; width: number; height: number; kind: 'website' | 'article'; published?: string }

const SITE_CARD: Card = { image: '/social-card.jpg', width: 1200, height: 630, kind: 'website' }

const meta = (key: 'name' | 'property', name: string, content: string): string =>
  `<meta ${key}="${name}" content="${escapeText(content)}">`

/** The metadata of a page for search engines and shared links. */
export function pageHead({ path, title, description }: PageMeta, card: Card = SITE_CARD): string[] {
  const address = `${PUBLIC_URL}${path}`
  const headline = path === paths.home() ? brand.tagline : title
  return [
    `<title>${escapeText(pageTitle(title))}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${address}">`,
    `<link rel="alternate" type="application/rss+xml" title="${brand.name}" href="${FEED_PATH}">`,
    meta('property', 'og:site_name', brand.name),
    meta('property', 'og:locale', 'en_GB'),
    meta('property', 'og:type', card.kind),
    meta('property', 'og:title', headline),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', `${PUBLIC_URL}${card.image}`),
    meta('property', 'og:image:width', String(card.width)),
    meta('property', 'og:image:height', String(card.height)),
    ...(card.published === undefined ? [] : [meta('property', 'article:published_time', card.published)]),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
}

/** The head of a page that search engines must not index. */
export const hiddenHead = (title: string): string[] => [
  `<title>${escapeText(pageTitle(title))}</title>`,
  meta('name', 'robots', 'noindex'),
]
