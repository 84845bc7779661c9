import type { ComponentType } from 'react'
import { articles } from '#web/features/marketing/articles/list.ts'
import { paths } from '#web/lib/paths.ts'
import { type PageMeta, pages } from '../pages.ts'

export type PublicPage = {
  path: string
  /** Its source files. From them the build finds the chunks to preload (tools/build.mjs). */
  files: readonly string[]
  load: () => Promise<{ Component: ComponentType }>
}

const articlePages = articles.map(
  (article): PublicPage => ({
    path: paths.blogArticle(article.slug),
    files: ['routes/public/blog-article.tsx', `features/marketing/articles/${article.slug}.ts`],
    load: async () => {
      const [{ articleScreen }, { text }] = await Promise.all([import('./blog-article.tsx'), article.load()])
      return { Component: articleScreen(article, text) }
    },
  }),
)

const page = ({ path }: PageMeta, file: string, load: PublicPage['load']): PublicPage => ({
  path,
  files: [`routes/public/${file}`],
  load,
})

export const publicPages: readonly PublicPage[] = [
  page(pages.home, 'home.tsx', () => import('./home.tsx')),
  page(pages.products, 'products.tsx', () => import('./products.tsx')),
  page(pages.smartCropManagement, 'smart-crop-management.tsx', () => import('./smart-crop-management.tsx')),
  page(pages.services, 'services.tsx', () => import('./services.tsx')),
  page(pages.about, 'about.tsx', () => import('./about.tsx')),
  page(pages.contact, 'contact.tsx', () => import('./contact.tsx')),
  page(pages.blogs, 'blogs.tsx', () => import('./blogs.tsx')),
  ...articlePages,
  page(pages.privacyPolicy, 'privacy-policy.tsx', () => import('./privacy-policy.tsx')),
]

export const notFoundPage: PublicPage = {
  path: '/404',
  files: ['routes/not-found.tsx'],
  load: () => import('../not-found.tsx'),
}
