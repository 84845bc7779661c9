import { existsSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { articles } from '#web/features/marketing/articles/list.ts'
import { type PictureName, pictures, sizesOf } from '#web/features/marketing/pictures.ts'
import { pages } from '#web/routes/pages.ts'
import { feed, robots, sitemap } from './feed.ts'
import { escapeText, PUBLIC_URL } from './markup.ts'
import { pageHead } from './page-head.ts'
import { dataBlock } from './structured-data.ts'

const tags = pageHead({ path: '/a-page', title: 'Rye & "wind"', description: '<b>Wind</b> & rye' }).join('\n')

describe('the head of a page', () => {
  it('escapes title and description', () => {
    expect(tags).toContain('<title>Rye &amp; &quot;wind&quot; - Skyfurrow</title>')
    expect(tags).toContain('<meta name="description" content="&lt;b&gt;Wind&lt;/b&gt; &amp; rye">')
    expect(escapeText("it's")).toBe('it&#39;s')
  })

  it('has absolute URLs where other sites read them', () => {
    expect(tags).toContain(`<link rel="canonical" href="${PUBLIC_URL}/a-page">`)
    expect(tags).toContain(`<meta property="og:image" content="${PUBLIC_URL}/social-card.jpg">`)
  })
})

test('no text can close a data block', () => {
  expect(dataBlock([{ '@type': 'Thing', name: '</script><script>' }])).not.toContain('</script><script>')
})

test('every page and article has a unique description of a length that search engines show', () => {
  const descriptions = [...Object.values(pages), ...articles].map(({ description }) => description)
  expect(descriptions.filter(({ length }) => length < 70 || length > 160)).toEqual([])
  expect(new Set(descriptions).size).toBe(descriptions.length)
})

describe('the blog', () => {
  it('has at least six articles, the newest first', () => {
    expect(articles.length).toBeGreaterThanOrEqual(6)
    const dates = articles.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().toReversed())
  })

  it.each(articles.map((article) => [article.slug, article] as const))(
    '%s has 400 to 900 words',
    async (_slug, article) => {
      const { opening, sections } = (await article.load()).text
      const words = [...opening, ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])].join(' ')
      expect(words.split(/\s+/).length).toBeGreaterThanOrEqual(400)
      expect(words.split(/\s+/).length).toBeLessThanOrEqual(900)
    },
  )

  it('has a feed and a sitemap with every article', () => {
    for (const { slug } of articles) {
      expect(feed()).toContain(`<link>${PUBLIC_URL}/blogs/${slug}</link>`)
      expect(sitemap()).toContain(`<loc>${PUBLIC_URL}/blogs/${slug}</loc>`)
    }
    expect(robots()).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`)
  })
})

test('every picture that a page may request exists', () => {
  const folder = 'src/web/public'
  const names = Object.keys(pictures) as PictureName[]
  const files = names.flatMap((name) => {
    const { avif, webp, upright = [] } = sizesOf(name)
    const upper = upright.map((size) => `${name}-upright-${size}.avif`)
    return [...avif.map((size) => `${name}-${size}.avif`), `${name}-${webp}.webp`, ...upper]
  })
  const wanted = [...files.map((file) => `/pictures/${file}`), ...articles.map(({ imageUrl }) => imageUrl)]
  expect(wanted.filter((path) => !existsSync(`${folder}${path}`))).toEqual([])
})
