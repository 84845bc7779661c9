import { renderToString } from 'react-dom/server'
import type { RouteObject } from 'react-router'
import type { PublicPage } from '#web/routes/public/public-pages.ts'
import { SitePage } from '#web/routes/public/site-page.tsx'

/** Renders a public page for visitors who are not signed in. */
export async function renderPage({ path, load }: PublicPage): Promise<string> {
  const { Component } = await load()
  return renderToString(
    <SitePage path={path}>
      <Component />
    </SitePage>,
  )
}

type Screen = { path: string; files: string[] }

/** Every screen of the application with the source files of its route and its parents. */
export function screensOf(route: RouteObject, above: string[] = []): Screen[] {
  const files = typeof route.handle === 'string' ? [...above, `routes/${route.handle}`] : above
  const below = (route.children ?? []).flatMap((child) => screensOf(child, files))
  return route.path === undefined ? below : [{ path: route.path, files }, ...below]
}
