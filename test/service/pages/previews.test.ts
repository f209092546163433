import { setImmediate } from 'node:timers/promises'
import { crc32, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  drawPreview,
  previewPath,
  previewPictures,
  type PreviewSays,
  previewSize,
  previewText,
} from '../../../src/service/pages/previews/preview-picture.ts'
import { insertServers, serverRow } from '../registry/catalogue-rows.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const drawn = new Map(await Promise.all(previewPictures.map(async (says) => [says, await drawPreview(says)] as const)))
const drawnOf = (says: PreviewSays) => drawn.get(says) ?? Buffer.alloc(0)

/** Reads a PNG as it is specified, and its pixels. */
function readPng(png: Buffer) {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body))
    chunks.set(body.subarray(0, 4).toString('latin1'), body.subarray(4))
    at += 12 + length
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  expect(rows).toHaveLength(height * (width * 3 + 1))
  return {
    width,
    height,
    pixel: (x: number, y: number) => [...rows.subarray(y * (width * 3 + 1) + 1 + x * 3).subarray(0, 3)],
  }
}

describe('a preview picture', () => {
  it.each(previewPictures)('is drawn for %s and is small', (says) => {
    const png = drawnOf(says)
    expect(png.length).toBeLessThan(40_000)
    const { width, height, pixel } = readPng(png)
    expect({ width, height }).toEqual(previewSize)
    // The page, the card, and something on it.
    expect([pixel(5, 5), pixel(540, 560)]).toEqual([
      [247, 246, 243],
      [255, 255, 255],
    ])
  })

  it('shows the letter in the color of its grade', () => {
    // The stem of the B and of the F.
    expect([readPng(drawnOf('B')).pixel(230, 350), readPng(drawnOf('F')).pixel(240, 350)]).toEqual([
      [60, 106, 18],
      [161, 18, 58],
    ])
    expect(new Set([...drawn.values()].map((png) => png.toString('base64'))).size).toBe(previewPictures.length)
  })

  it('does not block other requests while it is drawn', async () => {
    const drawing = drawPreview('A+').then(() => 'drawn')
    let turns = 0
    while ((await Promise.race([drawing, setImmediate('another')])) !== 'drawn') turns += 1
    // One for each part at least.
    expect(turns).toBeGreaterThan(5)
  })

  it('is served at the URL in the page, for all origins', async () => {
    await insertServers(api.db, [
      serverRow('shown', { slug: 'npm-shown', securityScore: 80 }),
      serverRow('new', { slug: 'npm-new', securityScore: null }),
    ])
    for (const [path, says] of [
      ['/', 'assay'],
      ['/rules', 'assay'],
      ['/servers/npm-shown', 'B'],
      ['/servers/npm-new', 'not scanned'],
    ] as const) {
      const { text } = await api.anonymous('GET', path)
      expect(text, path).toContain(`<meta property="og:image" content="https://assay.example${previewPath(says)}"/>`)
      expect(text, path).toContain(`<meta property="og:image:alt" content="${previewText(says)}"/>`)
    }
    const { status, headers } = await fetch(`${api.address}${previewPath('B')}`)
    expect([
      status,
      headers.get('content-type'),
      headers.get('cross-origin-resource-policy'),
      headers.get('cache-control'),
    ]).toEqual([200, 'image/png', 'cross-origin', 'public, max-age=86400'])
    expect((await api.anonymous('GET', '/compare')).text).not.toContain('og:image')
  })
})
