import { brand } from '#domain/brand.ts'
import type { ArticleCard } from '#web/features/marketing/articles/article.ts'
import { articles } from '#web/features/marketing/articles/list.ts'
import { pageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { type PageMeta, pages } from '#web/routes/pages.ts'
import { PUBLIC_URL } from './markup.ts'

type Thing = { '@type': string } & Record<string, unknown>

const ORGANIZATION = { '@id': `${PUBLIC_URL}/#organization` }
const WEBSITE = { '@id': `${PUBLIC_URL}/#website` }
const addressOf = (path: string): string => `${PUBLIC_URL}${path}`

const organization: Thing = {
  '@type': 'Organization',
  ...ORGANIZATION,
  name: brand.name,
  slogan: brand.tagline,
  url: addressOf(paths.home()),
  logo: `${PUBLIC_URL}/apple-touch-icon.png`,
  email: brand.contactEmail,
  sameAs: brand.socialLinks.map(({ url }) => url),
}

const website: Thing = {
  '@type': 'WebSite',
  ...WEBSITE,
  name: brand.name,
  url: addressOf(paths.home()),
  inLanguage: 'en',
  publisher: ORGANIZATION,
}

const service = ({ path, title, description }: PageMeta, serviceType: string): Thing => ({
  '@type': 'Service',
  name: title,
  description,
  serviceType,
  url: addressOf(path),
  provider: ORGANIZATION,
})

/** The main entities of a page. */
const SUBJECTS: Record<string, () => Thing[]> = {
  [pages.products.path]: () => [service(pages.products, 'Drone image processing for crop phenotyping')],
  [pages.smartCropManagement.path]: () => [service(pages.smartCropManagement, 'Crop monitoring by satellite')],
  [pages.services.path]: () => [
    service(pages.products, 'Drone image processing for crop phenotyping'),
    service(pages.smartCropManagement, 'Crop monitoring by satellite'),
    service({ ...pages.services, title: 'Custom agri software' }, 'Software development for agriculture'),
  ],
  [pages.blogs.path]: () => [
    {
      '@type': 'Blog',
      name: pageTitle(pages.blogs.title),
      description: pages.blogs.description,
      url: addressOf(pages.blogs.path),
      publisher: ORGANIZATION,
      blogPost: articles.map((article) => ({
        '@type': 'BlogPosting',
        headline: article.title,
        datePublished: article.date,
        url: addressOf(paths.blogArticle(article.slug)),
      })),
    },
  ],
}

const TYPES: Record<string, string> = { [pages.about.path]: 'AboutPage', [pages.contact.path]: 'ContactPage' }

function breadcrumbs(trail: readonly PageMeta[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ path, title }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name: title,
      item: addressOf(path),
    })),
  }
}

const webPage = ({ path, title, description }: PageMeta): Thing => ({
  '@type': TYPES[path] ?? 'WebPage',
  name: pageTitle(title),
  description,
  url: addressOf(path),
  inLanguage: 'en',
  isPartOf: WEBSITE,
  about: ORGANIZATION,
})

export function dataOfPage(page: PageMeta): Thing[] {
  if (page.path === paths.home()) return [organization, website, webPage(page)]
  return [organization, website, webPage(page), breadcrumbs([pages.home, page]), ...(SUBJECTS[page.path]?.() ?? [])]
}

export function dataOfArticle(article: ArticleCard, page: PageMeta): Thing[] {
  const posting = {
    '@type': 'BlogPosting',
    headline: article.title,
    description: article.description,
    articleSection: article.category,
    datePublished: article.date,
    image: addressOf(article.imageUrl),
    url: addressOf(page.path),
    mainEntityOfPage: addressOf(page.path),
    inLanguage: 'en',
    author: ORGANIZATION,
    publisher: ORGANIZATION,
    isPartOf: { '@type': 'Blog', url: addressOf(pages.blogs.path) },
  }
  return [organization, website, breadcrumbs([pages.home, pages.blogs, page]), posting]
}

/** A data block. Browsers do not run it, so the content security policy allows it. */
export const dataBlock = (things: readonly Thing[]): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c')}</script>`
