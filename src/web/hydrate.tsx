import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { session } from '#web/lib/session/session.ts'
import { notFoundPage, publicPages } from '#web/routes/public-pages.ts'
import { SitePage } from '#web/routes/site-page.tsx'

const root = document.querySelector<HTMLElement>('#root')
const path = root?.dataset.page
if (!root || path === undefined) throw new Error('This is no page that the build has drawn')

session.start()
const page = publicPages.find((known) => known.path === path) ?? notFoundPage
const { Component } = await page.load()
// In slices, so that a slow phone goes on answering to touches meanwhile.
startTransition(() => {
  hydrateRoot(
    root,
    <SitePage path={path}>
      <Component />
    </SitePage>,
  )
})
