import { brand } from '#domain/brand.ts'
import { articles } from '#web/features/marketing/articles/list.ts'
import { pictures } from '#web/features/marketing/pictures.ts'
import { paths } from '#web/lib/paths.ts'
import { notFoundTitle, type PageMeta, pages, screens } from '#web/routes/pages.ts'
import { notFoundPage, type PublicPage, publicPages } from '#web/routes/public/public-pages.ts'
import { application } from '#web/routes/router.tsx'
import { feed, robots, sitemap } from './feed.ts'
import { hiddenHead, pageHead } from './page-head.ts'
import { renderPage, screensOf } from './render-page.tsx'
import { dataBlock, dataOfArticle, dataOfPage } from './structured-data.ts'

type PrerenderedPage = {
  /** The output file, relative to the built web application. */
  file: string
  path: string
  head: string[]
  /** Missing for the screens of the application, which are rendered in the browser. */
  body?: string
  /** Its source files, relative to src/web. */
  sources: readonly string[]
}

/** A parameter of the path, ':id', is the folder '[id]'. */
const fileOf = (path: string): string => `${path}/index.html`.replace(/^\/+/, '').replaceAll(/:(\w+)/g, '[$1]')

function headOf(path: string): string[] {
  const page = Object.values<PageMeta>(pages).find((words) => words.path === path)
  if (page) return [...pageHead(page), dataBlock(dataOfPage(page))]
  const article = articles.find(({ slug }) => paths.blogArticle(slug) === path)
  if (!article) throw new Error(`${path} has no title and no description in src/web/routes/pages.ts`)
  const { title, description, imageUrl, picture, date } = article
  const { width, height, webp } = pictures[picture]
  const words = { path, title, description }
  const card = { image: imageUrl, width: webp, height: Math.round((webp * height) / width) }
  return [...pageHead(words, { ...card, kind: 'article', published: date }), dataBlock(dataOfArticle(article, words))]
}

async function drawn(page: PublicPage): Promise<PrerenderedPage> {
  const { path, files } = page
  return { file: fileOf(path), path, head: headOf(path), body: await renderPage(page), sources: files }
}

const notFound = async (): Promise<PrerenderedPage> => ({
  file: '404.html',
  path: notFoundPage.path,
  head: hiddenHead(notFoundTitle),
  body: await renderPage(notFoundPage),
  sources: notFoundPage.files,
})

const titleOf = (path: string): string =>
  Object.values(screens).find((screen) => screen.path === path)?.title ?? brand.tagline

/** All prerendered pages, and the files for search engines and feed readers. Called by tools/build.mjs. */
export async function buildSite(): Promise<{ pages: PrerenderedPage[]; texts: Record<string, string> }> {
  const shells = screensOf(application).map(({ path, files }) => ({
    file: fileOf(path),
    path,
    head: hiddenHead(titleOf(path)),
    sources: files,
  }))
  return {
    pages: [...(await Promise.all(publicPages.map(drawn))), await notFound(), ...shells],
    texts: { 'sitemap.xml': sitemap(), 'robots.txt': robots(), 'feed.xml': feed() },
  }
}
