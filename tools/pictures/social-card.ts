import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { brand } from '#domain/brand.ts'

const local = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const asData = async (path: string, type: string): Promise<string> =>
  `data:${type};base64,${(await readFile(local(path))).toString('base64')}`

const font = 'node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2'
const cardPage = async (): Promise<string> => `<!doctype html><style>
@font-face { font-family: Display; src: url(${await asData(font, 'font/woff2')}); font-weight: 200 800 }
body { margin: 0; width: 1200px; height: 630px; position: relative; background: #fbf8f1; color: #152f4a; font-family: Display; overflow: hidden }
.map { position: absolute; inset: 330px 0 0 0; background-size: 1330px auto; background-position: -40px -60px }
.right { left: 610px; background-position: -650px -60px; border-left: 6px solid #fbf8f1 }
img { position: absolute; left: 64px; top: 58px; width: 92px }
b { position: absolute; left: 184px; top: 52px; font-size: 84px; line-height: 1.2; font-weight: 650; letter-spacing: -0.02em }
p { position: absolute; left: 64px; top: 184px; margin: 0; font-size: 51px; line-height: 1.2; font-weight: 450; letter-spacing: -0.01em }
</style>
<img src="${await asData('src/web/public/favicon.svg', 'image/svg+xml')}"><b>${brand.name}</b><p>${brand.tagline}</p>
<div class="map" style="background-image:url(${await asData('src/web/public/pictures/field-photo-1280.webp', 'image/webp')})"></div>
<div class="map right" style="background-image:url(${await asData('src/web/public/pictures/field-index-1280.webp', 'image/webp')})"></div>`

/** The social card, set in the brand's own type by a browser; it shows the pictures that are there already. */
export async function drawSocialCard(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await tab.setContent(await cardPage(), { waitUntil: 'load' })
  await tab.evaluate('document.fonts.ready.then(() => undefined)')
  const shot = await tab.screenshot()
  await browser.close()
  await writeFile(
    local('src/web/public/social-card.jpg'),
    await sharp(shot).jpeg({ quality: 80, mozjpeg: true }).toBuffer(),
  )
}
