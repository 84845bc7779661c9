import type { ComponentType } from 'react'
import { articles } from '#web/features/marketing/articles/list.ts'
import { paths } from '#web/lib/paths.ts'
import { pages } from '../pages.ts'

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

export const publicPages: readonly PublicPage[] = [
  { path: pages.home.path, files: ['routes/public/home.tsx'], load: () => import('./home.tsx') },
  { path: pages.products.path, files: ['routes/public/products.tsx'], load: () => import('./products.tsx') },
  {
    path: pages.smartCropManagement.path,
    files: ['routes/public/smart-crop-management.tsx'],
    load: () => import('./smart-crop-management.tsx'),
  },
  { path: pages.services.path, files: ['routes/public/services.tsx'], load: () => import('./services.tsx') },
  { path: pages.about.path, files: ['routes/public/about.tsx'], load: () => import('./about.tsx') },
  { path: pages.contact.path, files: ['routes/public/contact.tsx'], load: () => import('./contact.tsx') },
  { path: pages.blogs.path, files: ['routes/public/blogs.tsx'], load: () => import('./blogs.tsx') },
  ...articlePages,
  {
    path: pages.privacyPolicy.path,
    files: ['routes/public/privacy-policy.tsx'],
    load: () => import('./privacy-policy.tsx'),
  },
]

export const notFoundPage: PublicPage = {
  path: '/404',
  files: ['routes/not-found.tsx'],
  load: () => import('../not-found.tsx'),
}
